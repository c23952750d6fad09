import type { Reading } from "./words.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that change what the words behind them say. */
interface CueClass {
  name: string;
  cues: ReadonlySet<string>;
  /** What a source may say in place of a cue. */
  alike: ReadonlySet<string>;
}

const CLASSES: CueClass[] = [
  {
    name: "negation",
    cues: setOf(
      "not no never neither nor none without cannot can't don't doesn't didn't won't isn't aren't wasn't weren't hasn't haven't hadn't wouldn't couldn't unable fail failed fails",
    ),
    alike: setOf("unchanged little hardly absence lack lacked rejected against opposed refrain refrained than instead"),
  },
  {
    name: "certainty",
    cues: setOf("may might could possibly perhaps probably likely potentially"),
    alike: setOf(
      "would should will can expect expects expected project projects projected projection projections forecast forecasts anticipate anticipates anticipated estimate estimated estimates plan plans planned intend intends aim aims target risk risks possible potential uncertain if unless",
    ),
  },
  {
    name: "portion",
    cues: setOf("some several few many most"),
    alike: setOf("number majority minority one two couple"),
  },
];

const RISE = setOf(
  "rise rose risen rising rises increase increased increases increasing grew grow grown growing growth gain gained gains climb climbed higher up expand expanded expansion accelerate accelerated strengthen strengthened improve improved improvement surge surged jump jumped rebound rebounded raise raised widen widened tighten tightened exceed exceeded above more double doubled",
);
const FALL = setOf(
  "fall fell fallen falling falls decrease decreased decreases decreasing decline declined declines declining drop dropped lower down contract contracted contraction decelerate decelerated slow slowed slower weaken weakened weaker deteriorate deteriorated shrink shrank reduce reduced reduction cut cuts ease eased loss losses narrow narrowed below less fewer soften softened plunge plunged",
);

/** Claims that a source must make itself, with the words that make them too. */
const STRONG: Record<string, ReadonlySet<string>> = {
  will: setOf("shall expect expects expected plan plans planned going would scheduled intends intend to"),
  all: setOf("every each total unanimous unanimously both"),
  every: setOf("all each"),
  must: setOf("required shall requires obliged need needs"),
  never: setOf("not no"),
  always: setOf("all every"),
  entire: setOf("whole all"),
  only: setOf("just solely sole"),
  guaranteed: setOf("guarantee guarantees guaranteed"),
  certain: setOf("certainly"),
  definitely: setOf("definite"),
  proven: setOf("proved proves"),
  unprecedented: setOf("record"),
};

/** Of a sentence's words, at least this share must stand in one sentence of the source for that one to be its model. */
const MODEL_SHARE = 0.5;

/**
 * What `told` says otherwise than its source, in a word; undefined when nothing of what is looked for. Looked for, sentence
 * by sentence: a negation, a "may" or a "some" that its word lost or got, a rise that was a fall, and claims that are
 * stronger than the source's. A heuristic: it knows words, not grammar.
 */
export function changedMeaning(told: readonly Reading[], source: readonly Reading[]): string | undefined {
  const whole = joined(source);
  for (const sentence of told) {
    const model = modelOf(sentence, source) ?? whole;
    const isCopy = isNearlySame(sentence.content, model.content);
    for (const cueClass of CLASSES) {
      if (hasOtherCues(sentence, model, whole, cueClass)) return cueClass.name;
      if (isCopy && countOf(sentence, cueClass.cues) !== countOf(model, cueClass.cues)) return cueClass.name;
    }
    if (isTurned(sentence, model, RISE, FALL) || isTurned(sentence, model, FALL, RISE)) return "direction";
    for (const word of sentence.words) {
      const alike = STRONG[word];
      if (alike && !whole.words.some((other) => other === word || alike.has(other))) return "strength";
    }
  }
  return undefined;
}

/** The sentence of the source that has most of the words. */
function modelOf({ content }: Reading, source: readonly Reading[]): Reading | undefined {
  let best: Reading | undefined;
  let most = content.size * MODEL_SHARE;
  for (const sentence of source) {
    const same = overlap(content, sentence.content);
    if (same >= most && same > 0) [best, most] = [sentence, same + 0.5];
  }
  return best;
}

/** A sentence that repeats another with so many of its words has no room for other reasons to drop a "not". */
const COPY_SHARE = 0.9;

const isNearlySame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  overlap(one, other) >= COPY_SHARE * Math.max(one.size, other.size);

const countOf = ({ words }: Reading, cues: ReadonlySet<string>): number =>
  words.filter((word) => cues.has(word)).length;

function joined(readings: readonly Reading[]): Reading {
  const words = readings.flatMap((reading) => reading.words);
  const stems = readings.flatMap((reading) => reading.stems);
  return { words, stems, content: new Set(stems.filter((stem) => stem !== "")) };
}

/** How far a cue reaches, in words. */
const REACH = 4;

/** Stems that stand behind a cue, and stems that also stand without one. */
function cuedStems({ words, stems }: Reading, cues: ReadonlySet<string>) {
  const cued = new Set<string>();
  const plain = new Set<string>();
  /** Where the last cue reaches its word. */
  let open = Number.NEGATIVE_INFINITY;
  for (const [at, word] of words.entries()) {
    if (cues.has(word)) open = at;
    const stem = stems[at] ?? "";
    if (stem === "" || cues.has(word)) continue;
    if (at - open <= REACH) {
      cued.add(stem);
      open = Number.NEGATIVE_INFINITY;
    } else plain.add(stem);
  }
  return { cued, plain };
}

/** A sentence that repeats this share of another one is about it, and its "not" must be there. */
const SAME_SHARE = 0.75;

function hasOtherCues(told: Reading, model: Reading, whole: Reading, { cues, alike }: CueClass): boolean {
  const own = cuedStems(told, cues);
  const theirs = cuedStems(model, cues);
  const isOnly = (stem: string, one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    one.has(stem) && !other.has(stem);
  const isAlike = (word: string) => alike.has(word);
  const more = countOf(told, cues) - countOf(model, cues);
  if (more < 0 && !told.words.some(isAlike)) {
    if ([...own.plain].some((stem) => !own.cued.has(stem) && isOnly(stem, theirs.cued, theirs.plain))) return true;
  }
  if (more <= 0) return false;
  const isAboutModel = overlap(told.content, model.content) >= SAME_SHARE * told.content.size;
  const source = isAboutModel ? model : whole;
  if (!source.words.some((word) => cues.has(word) || alike.has(word))) return true;
  if (model.words.some(isAlike)) return false;
  return [...own.cued].some((stem) => !own.plain.has(stem) && isOnly(stem, theirs.plain, theirs.cued));
}

/** Words on either side that say what it is that rose. */
const WINDOW = 5;

/** The content words around a word, each with its place before (negative) or behind it. */
type Surroundings = ReadonlyMap<string, number>;

/** Whether a word of one direction stands where the source has one of the other direction. */
function isTurned(told: Reading, source: Reading, one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const same = surroundings(source, one);
  const opposite = surroundings(source, other);
  if (opposite.length === 0) return false;
  return surroundings(told, one).some((own) => {
    const best = (among: readonly Surroundings[]) =>
      among.reduce((most, each) => Math.max(most, likeness(own, each)), 0);
    return best(opposite) > best(same) || same.length === 0;
  });
}

function surroundings({ words, stems }: Reading, of: ReadonlySet<string>): Surroundings[] {
  return words.flatMap((word, at) => {
    if (!of.has(word)) return [];
    const near = new Map<string, number>();
    for (let index = Math.max(0, at - WINDOW); index <= at + WINDOW; index += 1) {
      const stem = stems[index] ?? "";
      const beside = words[index] ?? "";
      if (stem !== "" && index !== at && !RISE.has(beside) && !FALL.has(beside)) near.set(stem, index - at);
    }
    return [near];
  });
}

/** Words in common, each worth less the more its place differs: of a sentence and itself there is no greater. */
function likeness(one: Surroundings, other: Surroundings): number {
  let sum = 0;
  for (const [stem, place] of one) {
    const found = other.get(stem);
    if (found !== undefined) sum += 1 / (1 + Math.abs(found - place));
  }
  return sum;
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let same = 0;
  for (const stem of one) if (other.has(stem)) same += 1;
  return same;
}
