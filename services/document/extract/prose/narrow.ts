/**
 * The same text, held with one byte a character where it can be. A stretch of a document that has a dash or a curly quotation
 * mark anywhere is held with two, and every pattern is matched on it by slower code with larger tables.
 */
export function narrow(text: string): string {
  if (isWide(text)) return text;
  return Buffer.from(text, "latin1").toString("latin1");
}

/** Whether it has a character that takes two bytes. */
export const isWide = (text: string): boolean => /[\u0100-\uffff]/.test(text);
