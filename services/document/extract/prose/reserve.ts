import type { ParsedDocument } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";
import { draftOf } from "../draft.ts";
import type { PlacedStatement } from "../excerpts.ts";
import { mainClause } from "../grammar/clause.ts";
import { tag } from "../grammar/language.ts";
import { lowerStart, mendHyphens, type Vocabulary } from "../grammar/vocabulary.ts";
import type { BlockSentence, PassageParts } from "../passages.ts";
import { displayText, lengthBefore } from "./display.ts";
import { leaningOf } from "./lean.ts";
import type { ProseCandidate } from "./prose-candidates.ts";
import { resolve } from "./resolve.ts";
import { statesOf } from "./states.ts";
import { isTampered } from "./tampered.ts";
import { isFormula, isGarbled, isSentence } from "./whole.ts";

/** Sentences that are looked at: a document that yields nothing is mostly a page. */
const MOST_READ = 60;
const MOST_KEPT = 8;
const LEAST_WORDS = 6;
/** Below anything that is chosen for what it states. */
const WORTH = 0.01;

/**
 * For a document in which nothing states anything: its whole sentences, the most telling first. One of them makes the
 * document and the tables around it findable, which it would not be without any insight.
 */
export function readReserve(
  { text }: ParsedDocument,
  parts: readonly PassageParts[],
  context: Context,
  vocabulary: Vocabulary,
): ProseCandidate[] {
  const sentences = parts.flatMap((part, passage) => part.sentences.map((sentence) => ({ sentence, passage })));
  return sentences
    .slice(0, MOST_READ)
    .flatMap(({ sentence, passage }) => {
      const statement = toStatement(text, sentence, vocabulary, context);
      return statement ? [{ statement, passage, rank: rankOf(statement) }] : [];
    })
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST_KEPT)
    .map(({ statement, passage }) => {
      const group = { statements: [statement], focus: statement, worth: WORTH };
      return { passage, worth: WORTH, stated: WORTH, isSought: false, draft: draftOf(group, context, vocabulary) };
    });
}

function toStatement(
  source: string,
  sentence: BlockSentence,
  vocabulary: Vocabulary,
  context: Context,
): PlacedStatement | undefined {
  const { end, block, opensBlock } = sentence;
  const start = sentence.start + lengthBefore(source.slice(sentence.start, end), block.speaker);
  const shown = displayText(mendHyphens(source.slice(start, end), vocabulary));
  if (shown.split(" ").length < LEAST_WORDS || isGarbled(shown) || isTampered(shown)) return undefined;
  if (!isSentence(shown, false) || isFormula(shown, context.company !== undefined)) return undefined;
  const said = resolve(shown, context, block.speaker);
  const plain = lowerStart(said, vocabulary);
  const tokens = tag(plain);
  const clause = mainClause(tokens);
  if (!clause) return undefined;
  const leaning = leaningOf(said, tokens, clause);
  const states = statesOf(said);
  return {
    start,
    end,
    text: said,
    plain,
    tokens,
    clause,
    states,
    leaning,
    worth: WORTH,
    opensBlock,
    speaker: block.speaker,
    named: [],
  };
}

const rankOf = ({ states, leaning }: PlacedStatement) => states.length + (leaning.needsPrevious ? 0 : 2);
