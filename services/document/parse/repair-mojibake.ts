const decoder = new TextDecoder("utf-8", { fatal: true });
// What windows-1252 makes of the bytes 0x80 to 0x9f; the five that it leaves free stay control characters.
const HIGH = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const BYTE = new Map([...HIGH].map((char, i) => [char, 0x80 + i]));
// The first character shows how many follow; what follows is the upper half of windows-1252.
const CANDIDATE = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{1,3}/g;

/**
 * Undoes UTF-8 that was read as windows-1252 and written again ("â€™" for an apostrophe). Only sequences that are
 * valid UTF-8 when taken back are touched, and only in a text where they come twice at least: one alone may be meant.
 */
export function repairMojibake(text: string): { text: string; count: number } {
  let count = 0;
  const repaired = text.replace(CANDIDATE, (sequence) => {
    const whole = takeBack(sequence);
    if (whole !== sequence) count++;
    return whole;
  });
  return count >= 2 ? { text: repaired, count } : { text, count: 0 };
}

function takeBack(sequence: string): string {
  const bytes: number[] = [];
  for (const char of sequence) bytes.push(BYTE.get(char) ?? char.charCodeAt(0));
  const first = bytes[0] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (bytes.length < length) return sequence;
  try {
    return decoder.decode(new Uint8Array(bytes.slice(0, length))) + sequence.slice(length);
  } catch (err) {
    // Not UTF-8: the characters mean what they are.
    if (err instanceof TypeError) return sequence;
    throw err;
  }
}
