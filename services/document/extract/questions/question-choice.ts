/** What a question that names no more than a theme is introduced with. */
const TELLING =
  /^(?:What did .*? (?:say|report|note|observe|judge|stress|conclude|argue|suggest|highlight) (?:in .*? )?about\b|How did .*? describe|What is reported)\b/;

/** Whether a question names no more than a theme. */
export const isTelling = (question: string) => TELLING.test(question);

/** How often careful readers found a question of a form good, the first that fits. */
const FORMS: readonly (readonly [RegExp, number])[] = [
  [/^What effect /, 0.85],
  [/^How (?:will|would) .* change\b|^How did .* expect .* to change/, 0.68],
  [/^How (?:did|does|do|is|are|was|were|has|have|had) .* (?:change|changed|changing)\b(?!.*expected)/, 0.8],
  [/^(?:By how much|How much|How many|At what|To what|What (?:share|amount)) /, 0.75],
  [/^Why /, 0.72],
  [/^When /, 0.72],
  [/^How .* expected to change/, 0.6],
  [/^What (?:was|were|is|are) .* expected to do/, 0.66],
  [
    /^How (?:is|are|was|were) .* (?:seen|perceived|viewed|regarded|assessed|judged|considered|described|characteri[sz]ed|rated)\b/,
    0.66,
  ],
  [/^What was expected for (?!an? |strong|weak|high|low|further)/, 0.56],
  [/^What was expected for /, 0.2],
  [/^Who /, 0.3],
  [/^What is reported /, 0.3],
  [/^What did .* (?:expect|project|forecast) for /, 0.45],
  [/^How did .*? describe /, 0.56],
  [TELLING, 0.46],
  [/^What /, 0.66],
  [/^(?:Did|Do|Does|Is|Are|Was|Were|Has|Have|Had|Could|Can|Will|Would|Should|Must|May|Might) /, 0.7],
];
const OTHER_FORM = 0.6;
/** The same in other words, which is asked only where a second question is needed. */
const AGAIN =
  /^(?:Was|Were|Is|Are) (?:there |.* still (?!expected|projected|likely|seen|being|to ))|^How (?:high|large) /;
const AGAIN_WORTH = 0.57;
/** All of it, which is asked only beside a theme of a word or two or in no words of the sentence. */
const WHOLE = /^Did .*? (?:in (?:its )?(?:\p{Lu}\p{Ll}+ )?\d{4}(?: \S+){0,2}?|of \p{Lu}\p{Ll}+ \d{4} say) that /u;
const WHOLE_WORTH = 0.44;

/** What a theme loses that the sentence does not have in these words, and one of a word or two, that anybody might speak of. */
const NOT_ITS_WORDS = 0.26;
const TOO_SHORT = 0.12;
const LONG_ENOUGH = 0.05;

/** A question that is worth less is asked only where a second is needed; of questions that all are worth less than `GOOD` none is. */
const WORTH_ASKING = 0.55;
const GOOD = 0.35;
const LEAST_WORTH = 0.15;

const LEAST = 2;
const MOST = 3;

interface Ranked {
  question: string;
  worth: number;
  /** It asks in other words for what one before it does. */
  isAgain: boolean;
}

/**
 * The best two or three of the questions that a finding answers: each statement's in turn, as worthy of being asked as
 * readers found those of its form, and none that tears a list or says a time twice. Empty where none is good, or but one.
 * One that names no more than a theme is asked only where a second is needed: a document says more of any theme than one
 * finding.
 */
export function chooseQuestions(
  lists: readonly (readonly string[])[],
  said: string,
  wholes: readonly string[] = [],
): string[] {
  const plain = said.toLowerCase().replace(/\s{2,}|[^\S ]/g, " ");
  const [first = [], ...others] = lists.map((list) => rank(list, plain));
  // Each clause of a finding is asked for, the first twice.
  const order = [...first.slice(0, 2), ...others.flatMap((list) => list.slice(0, 1)), ...first.slice(2)];
  const all = [...order, ...others.flat()].sort((a, b) => b.worth - a.worth);
  if ((all[0]?.worth ?? 0) < GOOD) return [];
  const chosen: Ranked[] = [];
  const choose = (from: readonly Ranked[], most: number, isTaken: (one: string, other: string) => boolean) => {
    for (const one of from)
      if (chosen.length < most && !chosen.some(({ question }) => isTaken(question, one.question))) chosen.push(one);
  };
  choose(
    order.filter(({ question, worth, isAgain }) => worth >= WORTH_ASKING && !isAgain && !TELLING.test(question)),
    MOST,
    isSame,
  );
  const isWorthy = ({ question, worth }: Ranked) => worth >= WORTH_ASKING && !TELLING.test(question);
  choose(all.filter(isWorthy), LEAST, isSame);
  choose(rank(wholes, plain), LEAST, isSame);
  choose(all, LEAST, isSame);
  choose(all, LEAST, (one, other) => one === other);
  if (chosen.length < LEAST) return [];
  const isPrecise = ({ question, worth }: Ranked) => worth >= GOOD && !TELLING.test(question);
  const precise = chosen.filter(isPrecise);
  const vague = chosen.filter((one) => !isPrecise(one)).sort((a, b) => b.worth - a.worth);
  return [...precise, ...vague.slice(0, Math.max(0, LEAST - precise.length))].map(({ question }) => question);
}

const rank = (list: readonly string[], said: string): Ranked[] =>
  list
    .filter((question) => !isTorn(question, said))
    .map((question, at) => {
      const isAgain = at > 0 && AGAIN.test(question);
      return {
        question,
        worth:
          (isAgain ? AGAIN_WORTH : at > 0 && WHOLE.test(question) ? WHOLE_WORTH : worthOf(question, said)) - at * 0.001,
        isAgain,
      };
    })
    .filter(({ worth }) => worth >= LEAST_WORTH)
    .sort((a, b) => b.worth - a.worth);

function worthOf(question: string, said: string): number {
  const base = FORMS.find(([form]) => form.test(question))?.[1] ?? OTHER_FORM;
  const theme = themeOf(question);
  if (theme === undefined) return base;
  const bare = theme.replace(/^(?:the|its|an?) /, "");
  const words = bare.split(" ").length;
  const length = words <= 2 ? -TOO_SHORT : words >= 5 ? LONG_ENOUGH : 0;
  return base + (said.includes(bare) ? length : -NOT_ITS_WORDS);
}

/** "rents in the north" of "What did the Board say in May 2031 about rents in the north?", in lower case. */
function themeOf(question: string): string | undefined {
  if (!TELLING.test(question)) return undefined;
  const behind = /^(?:What .*? about|How did .*? describe) (.*)\?$/.exec(question)?.[1];
  return behind
    ?.replace(/, according to .*$/, "")
    .replace(/ in its .*$/, "")
    .replace(
      / (?:in|for|of) (?:the )?(?:(?:first|second|third|fourth) (?:quarter|half) of )?(?:fiscal )?(?:[A-Z][a-z]+ )?\d{4}(?:\/\d\d)?$/,
      "",
    )
    .toLowerCase();
}

const TWICE =
  /\b(?:((?:first|second|third|fourth) (?:quarter|half))\b.*\b\1\b|end(?:ed|ing) [A-Z][a-z]+ \d{1,2} in [A-Z][a-z]+ \d{4}|months in the (?:first|second) \w+ months\b|in \d{4} in (?:[A-Z][a-z]+ )?\d{4}|(\w+ \d{4}) (?:in|of|for) \2\b)/i;

const REPORTED =
  /^Did .* (?:report|note|say|indicate|suggest|signal|show|comment|observe) that ([^,?]*), according to /;
const FINITE =
  / (?:is|are|was|were|has|have|had|do|does|did|will|would|could|can|may|might|should|must|rose|fell|grew|led|came|made|saw|stood|took|went|began|became|kept|held|lay|\p{Ll}{2,}(?:ed|s))\b/u;

const OWN_VERB =
  /^(?: [\w'’-]+){0,4}? (?:\w+ed|fell|rose|grew|is|are|was|were|has|have|had|would|will|could|may|might|should)\b/;

/** Half of a list, "across racial" of "across racial, ethnic, and other groups", or one time said twice. */
function isTorn(question: string, said: string): boolean {
  if (TWICE.test(question)) return true;
  // "Did contacts report that the pace of spending": which did what?
  const told = REPORTED.exec(question)?.[1];
  if (told !== undefined && !FINITE.test(told)) return true;
  const asked = question
    .replace(/, according to .*$|\?$/g, "")
    .replace(/ (?:in|for) (?:the )?(?:[A-Z][a-z]+ )?\d{4}$/, "")
    .toLowerCase();
  // "Did rents fall, and measures of stress" of "and measures of stress rose": the subject of another clause.
  const [, ...parts] = asked.split(", ");
  const [tail = ""] = parts;
  const behind = said.indexOf(tail);
  if (parts.length === 1 && behind >= 0 && /^(?:and|but) /.test(tail))
    if (
      /^ ?[—–]/.test(said.slice(behind + tail.length)) ||
      OWN_VERB.test(said.slice(behind + tail.length)) ||
      /^\w+ (?:its|their|the) [\w-]+$/.test(tail)
    )
      return true;
  const isListed = parts.length > 0 && !/^(?:19|20)\d\d|^(?:and|or|but) /.test(parts.at(-1) ?? "");
  if (isListed && [", and ", ", or "].some((link) => said.includes(`${parts.at(-1)}${link}`))) return true;
  const last = asked.slice(asked.lastIndexOf(" ", asked.lastIndexOf(" ") - 1) + 1);
  const at = said.indexOf(`${last},`);
  return (
    at >= 0 &&
    /^, (?!respectively|which|who|while|with|as|but|and|or|although|where|including|\w+ing\b)(?:[\w'’-]+,? ){1,2}?(?:and|or) [\w-]+(?! (?:is|are|was|were|has|have|had|would|will)\b)/.test(
      said.slice(at + last.length),
    )
  );
}

/** The same question in the words of another form: of the same theme, or but for an article. */
const isSame = (one: string, other: string) => bareOf(one) === bareOf(other);
const bareOf = (text: string) => (themeOf(text) ?? text).replace(/(?:^| )(?:the|an?|its)(?= )/g, "").trim();
