/** Characters that nobody sees: format and private-use characters, control characters, and the tags that can spell hidden words. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Cc}]|\u{115f}|\u{1160}|\u{3164}|\u{ffa0}|\p{Variation_Selector}/gu;

/** Text without what a reader cannot see. A soft hyphen goes, line breaks must be gone before. */
export const visible = (text: string): string => text.replace(INVISIBLE, "");
