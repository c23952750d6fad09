/** What a parser takes at most. Documents beyond these are refused with a sentence: nothing is cut in silence. */

/** Bytes of an original file. */
export const MAX_BYTES = 64 * 1024 * 1024;

/** UTF-16 code units of stored text. */
export const MAX_TEXT = 24_000_000;

/** Lines that hold something. */
export const MAX_LINES = 1_500_000;

/** Pages of a PDF. */
export const MAX_PAGES = 3_000;

/** Elements and text nodes of an HTML document. */
export const MAX_NODES = 1_000_000;

/** Elements inside each other in HTML; deeper ones are read as if they stood at this depth. */
export const MAX_DEPTH = 200;

/** Cells of one table row. */
export const MAX_COLUMNS = 200;
