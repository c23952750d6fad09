import type { Block } from "./parsed-document.ts";

/** Headings under which nothing is stated that anyone would search for. */
const SECTION =
  /^(?:(?:note (?:to investors )?(?:concerning|on|regarding) |cautionary |special note |safe harbor|important (?:notice|information)).*|forward[- ]looking .*|.*\b(?:forward[- ]looking|cautionary) (?:statements?|information|note|language)\b.*|(?:press |media |investor |investor relations |for further information )?contacts?(?: information)?|(?:conference call|webcast)(?: and webcast)?(?: information| details)?|about (?:us|the company|[A-Z].{1,60})|signatures?|copyright(?: notice)?|rights and permissions|(?:legal )?disclaimer|terms of use|acknowledge?ments?|where to find more information|additional information(?: and where to find it)?|media inquiries)[:.]?$/i;

/** Sentences that belong to the form, not to the content. */
const SENTENCE =
  /^(?:indicate by check ?mark|check the appropriate box|securities registered pursuant|pursuant to the requirements of the securities|\((?:exact name of|state or other|address of principal|registrant[’']s telephone|former name|commission file|i\.?r\.?s\.? employer|zip code|mark one|title of)|see (?:the )?accompanying notes|the accompanying notes (?:to|are)|incorporated (?:herein )?by reference|for (?:media|press) (?:inquiries|enquiries)|for (?:immediate )?release\b.{0,60}$|embargoed|transmission of material in this release|technical information:|media contact|©|copyright\b|all rights reserved|this page (?:is )?intentionally|this (?:press )?release (?:contains|includes|may contain) (?:certain )?["“]?forward|certain statements (?:in|contained)|large accelerated filer|emerging growth company|non-accelerated filer|yes [☐☒]|[☐☒✓□]\s?|documents incorporated by reference|to help us assess and improve|return to text|skip to|accessible version|\[?(?:click|view) (?:here|all)|follow us|subscribe|download (?:pdf|the)|print(?: this page)?$|share(?: this)?(?: page)?$|(?:i, )?[A-Z][\w. ]{4,40}, certify that|exhibit (?:no|number|index)|if you are deaf)/i;

/** The same, inside a paragraph's first sentence. Looked for only where a word of theirs occurs: they are slow. */
const INSIDE =
  /^(?:[^.]{0,120}\bforward-looking statements?["”]? (?:within the meaning|are|include|involve|as defined)|[^.]{0,160}undertakes? no (?:obligation|duty)|[^.]{0,160}no obligation to (?:publicly )?update)/i;

const isForm = (words: string): boolean =>
  SENTENCE.test(words) || (/forward-looking|undertake|obligation/i.test(words) && INSIDE.test(words));

const COVER = /^(?:united states )?securities and exchange commission$/i;
const COVER_END =
  /^(?:part i\b|item \d|table of contents|explanatory note|introductory note|index\b|prospectus|available information|(?:the )?company$|summary|risk factors|recent (?:events|developments)|overview|business$|(?:.{0,60}reports? .{0,40}results))/i;
const MAX_COVER = 60;

/** Marks the blocks that belong to the form of a document: disclaimers, contacts, cover pages, signatures. */
export function markBoilerplate(text: string, blocks: Block[]): void {
  let level: number | undefined;
  // Signatures and contacts are followed by other things without a heading.
  let isBrief = false;
  let isCover = false;
  let from = 0;
  for (const [i, block] of blocks.entries()) {
    const words = text.slice(block.start, Math.min(block.end, block.start + 400));
    const isHeading = block.kind === "heading" || (block.kind === "paragraph" && words.length < 90);
    if (i < 40 && isHeading && COVER.test(words.replace(/\s+/g, " ").trim())) {
      isCover = true;
      from = i;
    }
    if (isCover && (COVER_END.test(words) || i > from + MAX_COVER)) isCover = false;
    const isLong = block.kind === "paragraph" && block.end - block.start > 250 && !isForm(words);
    if (/^ex(?:hibit|-)\s*\d/i.test(words) || (isBrief && isLong)) level = undefined;
    if (isHeading && SECTION.test(words)) {
      level = block.level ?? 9;
      isBrief = /^(?:signatures?|.*contacts?)\b/i.test(words);
    } else if (block.kind === "heading" && level !== undefined && (block.level ?? 9) <= level) level = undefined;
    else if (block.kind === "tableRow" && !/contact/i.test(words)) level = undefined;
    if (
      block.role === undefined &&
      (level !== undefined || isCover || isForm(words) || /^[_=*\-–—\s]{3,}$/.test(words))
    ) {
      block.role = "boilerplate";
    }
  }
}
