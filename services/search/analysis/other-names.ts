/**
 * Names that everybody uses for a publisher or a report and that its own name does not yield, by words that stand in it.
 * Initials (ECB, WASDE, BoE) and names in brackets need no entry.
 */
const PUBLIC_NAMES: [inName: RegExp, names: string][] = [
  [/\bfederal reserve\b/i, "Fed"],
  [/\bfederal open market committee\b/i, "Fed"],
  [/\bbank of england\b/i, "MPC"],
  [/\bstatistics south africa\b/i, "Stats SA"],
  [/\bsecurities and exchange commission\b|\bedgar\b/i, "SEC"],
  [/\bsummary of commentary on current economic conditions\b/i, "Beige Book"],
];

/** Longer names, and more of them, do not occur. */
const LONGEST_NAME = 400;
const CONNECTORS = new Set(["of", "and", "for", "the", "on", "in", "to", "&"]);

/**
 * Other names of a publisher or a report than the one that is written: the initials of each run of capitalised words, with
 * the small words between them and without (Bank of England: BoE; Food and Agriculture Organization: FAO), of what "&"
 * joins (Johnson & Johnson: JJ, JnJ), and the public names that the initials do not give.
 */
export function otherNames(name: string): string {
  const head = name.slice(0, LONGEST_NAME);
  const found = new Set<string>();
  for (const run of runsOf(head)) addInitials(run, found);
  for (const [, before = "", after = ""] of head.matchAll(/(\p{Lu})[\p{L}'’]* & (\p{Lu})/gu)) {
    found.add(before + after).add(`${before}n${after}`);
  }
  for (const [inName, names] of PUBLIC_NAMES) if (inName.test(head)) found.add(names);
  return [...found].join(" ");
}

/** Capitalised words with connectors between them; acronyms, numbers and punctuation part the runs, hyphens do not. */
function runsOf(name: string): string[][] {
  const runs: string[][] = [];
  let run: string[] = [];
  const end = () => {
    while (CONNECTORS.has((run.at(-1) ?? "").toLowerCase())) run.pop();
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const raw of name.split(/[\s-]+/)) {
    const word = raw.replace(/[.,;:!?)\]]+$/u, "");
    const isInitials = /^(?:\p{Lu}\.)+\p{Lu}?$/u.test(raw);
    const isCapitalised = /^\p{Lu}[\p{L}'’]*\p{Ll}[\p{L}'’]*$/u.test(word);
    if (isInitials) run.push(raw.replaceAll(".", ""));
    else if (isCapitalised && word !== "Form" && !(run.length === 0 && CONNECTORS.has(word.toLowerCase())))
      run.push(word);
    else if (run.length > 0 && CONNECTORS.has(word) && word === raw) run.push(word);
    // What is left of a word that a hyphen joins ("Co-operation") parts nothing.
    else if (!/^\p{Ll}+$/u.test(word) || word !== raw || run.length === 0) end();
    if (!isInitials && word !== raw) end();
  }
  end();
  return runs;
}

function addInitials(run: string[], found: Set<string>): void {
  const letters = (word: string) => (/^\p{Lu}+$/u.test(word) ? word : (word[0] ?? "").toUpperCase());
  const content = run.filter((word) => !CONNECTORS.has(word.toLowerCase()));
  const add = (words: string[]) => {
    const initials = words
      .filter((word) => word !== "&")
      .map(letters)
      .join("");
    if (initials.length >= 3) found.add(initials);
  };
  if (content.length < 2) return;
  add(content);
  add(run);
  // "U.S. Energy Information Administration" is the EIA, too.
  if (/^\p{Lu}+$/u.test(content[0] ?? "")) add(content.slice(1));
}
