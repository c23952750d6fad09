/** What `parse` reads. */
export const MEDIA_TYPES = ["text/plain", "text/html", "application/pdf"] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

const EXTENSIONS: Record<string, MediaType> = {
  pdf: "application/pdf",
  htm: "text/html",
  html: "text/html",
  xhtml: "text/html",
  txt: "text/plain",
  text: "text/plain",
  md: "text/plain",
};

/** Files that are no text, by their first bytes, so that they are refused rather than read as windows-1252. */
const BINARY = [
  "PK\x03\x04", // ZIP, and so DOCX, XLSX, EPUB
  "\x89PNG",
  "\xff\xd8\xff", // JPEG
  "GIF8",
  "\x1f\x8b", // gzip
  "\x7fELF",
  "\xd0\xcf\x11\xe0", // DOC and XLS of old
  "Rar!",
  "7z\xbc\xaf",
  "BZh",
];

/**
 * What a file is: by its content, and where that is not clear by the extension of `name`. Undefined for what `parse`
 * does not read, such as a ZIP archive or an image.
 */
export function mediaTypeOf(bytes: Uint8Array, name: string): MediaType | undefined {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString("latin1");
  // Some producers write a few bytes before the mark; readers accept it within the first kilobyte.
  if (start.slice(0, 1024).includes("%PDF-")) return "application/pdf";
  if (BINARY.some((mark) => start.startsWith(mark))) return undefined;
  const text = start.replaceAll("\0", "").trimStart().toLowerCase();
  // A full submission holds HTML documents, and is itself a container of text.
  if (/<sec-(?:document|header)>|-----begin privacy-enhanced message-----/.test(text)) return "text/plain";
  if (/<(?:!doctype html|html|head|body)[\s>]/.test(text)) return "text/html";
  if (/^<\?xml/.test(text) && text.includes("xhtml")) return "text/html";
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const byName = EXTENSIONS[extension];
  // A file that says it is a PDF and does not begin like one is a damaged PDF: its parser says so.
  if (byName) return byName;
  return "text/plain";
}
