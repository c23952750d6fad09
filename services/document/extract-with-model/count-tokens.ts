/**
 * How many tokens a text is about, without the model's own tokenizer: so many for a word, for each of its letters beyond
 * seven, for three digits, for a mark. Fitted to GPT-4o's tokenizer on 578 pieces of 4,000 characters of real documents:
 * there it gives .93 to 1.04 of the tokens for eight in ten, half of them within .02. Linear.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text.charCodeAt(at));
    const start = at;
    do at += 1;
    while (at < text.length && kind !== "mark" && kindOf(text.charCodeAt(at)) === kind);
    const length = at - start;
    if (kind === "letter") tokens += 1.087 + 0.029 * Math.max(0, length - 7);
    else if (kind === "digit") tokens += 1.931 * Math.ceil(length / 3);
    else if (kind === "sign") tokens += length;
    else if (kind === "mark") tokens += 0.398;
  }
  return Math.ceil(tokens);
}

/** Scripts that write no spaces between words begin at U+2E80. */
function kindOf(code: number): "letter" | "digit" | "sign" | "mark" | "space" {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && code < 0x2000)) return "letter";
  if (code >= 48 && code <= 57) return "digit";
  if (code <= 32 || code === 0xa0) return "space";
  return code >= 0x2e80 ? "sign" : "mark";
}
