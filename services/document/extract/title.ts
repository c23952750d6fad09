import { baseForm, type Clause, word } from "./clause.ts";
import type { Context } from "./context.ts";
import { nounPhrases, topicOf } from "./noun-phrases.ts";
import type { Statement } from "./select.ts";

const NOMINAL: Record<string, string> = {
  rise: "increase",
  increase: "increase",
  grow: "growth",
  climb: "increase",
  jump: "jump",
  surge: "surge",
  fall: "decline",
  decline: "decline",
  decrease: "decrease",
  drop: "drop",
  slow: "slowdown",
  ease: "easing",
  moderate: "moderation",
  weaken: "weakening",
  strengthen: "strengthening",
  widen: "widening",
  narrow: "narrowing",
  expand: "expansion",
  contract: "contraction",
  accelerate: "acceleration",
  improve: "improvement",
  deteriorate: "deterioration",
  recover: "recovery",
  rebound: "rebound",
  edge: "change",
  tick: "change",
  reduce: "reduction",
  lower: "reduction",
  raise: "increase",
  maintain: "decision",
  decide: "decision",
  vote: "vote",
  approve: "approval",
  expect: "outlook",
  anticipate: "outlook",
  forecast: "forecast",
  project: "projection",
  estimate: "estimate",
  remain: "level",
  total: "total",
  average: "average",
  announce: "announcement",
};

/** What an insight is about: what titles, questions and keyword phrases are made of. */
export interface Topic {
  /** A noun phrase of 1 to 5 words. */
  subject: string;
  /** A second noun phrase, or empty. */
  other: string;
  /** "increase", "decision", "outlook"; empty when the verb says nothing of the kind. */
  measure: string;
  /** The period that the sentence or else the document names. */
  period: string;
}

export function readTopic(statement: Statement, context: Context): Topic {
  const { tokens, text, clause } = statement;
  const inner = innermost(clause);
  const phrases = nounPhrases(tokens, text).filter((phrase) => phrase.text.length > 2);
  const subject = (inner ? topicOf(tokens, text, inner.subject, 5) : "") || phrases[0]?.text || "";
  const after = inner ? phrases.filter((phrase) => phrase.from >= inner.verb.to) : phrases.slice(1);
  const other = after.find((phrase) => !subject.toLowerCase().includes(phrase.text.toLowerCase()))?.text ?? "";
  const measure = inner ? (NOMINAL[baseForm(word(tokens, inner.head))] ?? "") : "";
  return { subject: bare(subject), other: bare(other), measure, period: periodIn(text) || context.period };
}

/** A noun phrase of 3 to 8 words that no other insight of the document has. `taken` is added to. */
export function writeTitle(topic: Topic, context: Context, taken: Set<string>): string {
  const tail = topic.period === "" ? "" : `, ${topic.period}`;
  const core =
    topic.measure !== "" && !topic.subject.endsWith(topic.measure)
      ? `${topic.subject} ${topic.measure}`
      : topic.subject;
  const candidates = [
    words(core) >= 2 ? core : "",
    topic.other ? `${core} and ${topic.other}` : "",
    topic.other ? `${topic.other} and ${core}` : "",
  ].filter((title) => title !== "");
  for (const candidate of candidates) {
    for (const end of [tail, ""]) {
      const title = trim(candidate, end);
      if (words(title) >= 3 && !taken.has(title.toLowerCase())) {
        taken.add(title.toLowerCase());
        return title;
      }
    }
  }
  const base = trim(candidates[0] ?? (core || context.entity || "Statement"), tail);
  let title = base;
  for (let number = 2; taken.has(title.toLowerCase()); number += 1) title = `${base} (${number})`;
  taken.add(title.toLowerCase());
  return title;
}

export function innermost(clause: Clause | undefined): Clause | undefined {
  let inner = clause;
  while (inner?.reported) inner = inner.reported;
  return inner;
}

const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const PERIODS = [
  new RegExp(`\\b${MONTH} (?:\\d{1,2}, )?(?:19|20)\\d\\d\\b`),
  /\b(?:first|second|third|fourth) (?:fiscal )?(?:quarter|half) (?:of )?(?:fiscal )?(?:year )?(?:19|20)\d\d\b/i,
  /\b(?:Q[1-4]|H[12])[ -]?(?:FY)?(?:20)?\d\d\b/,
  /\bfiscal (?:year )?(?:19|20)\d\d\b/i,
  /\b(?:19|20)\d\d[/–-]\d\d(?:\d\d)?\b/,
  /\b(?:19|20)\d\d\b/,
];

/** The most precise period with a year that a sentence names. */
export function periodIn(text: string): string {
  for (const pattern of PERIODS) {
    const found = pattern.exec(text);
    if (found) return found[0];
  }
  return "";
}

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;

function trim(core: string, tail: string): string {
  const room = 8 - words(tail);
  const kept = core
    .split(/\s+/)
    .slice(0, room)
    .join(" ")
    .replace(/ (?:and|of|in|for|to|on)$/, "");
  const title = `${kept}${tail}`.replace(/^,\s*/, "");
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const bare = (text: string) => text.replace(/^[\s"“'‘]+|[\s"”'’,.;:]+$/g, "");
