/** A verbatim piece of a document that answers a query. */
export interface Quote {
  documentUrl: string;
  text: string;
}

/**
 * The rule of insightqa: an excerpt answers when it overlaps the quote, in the same document, by 30 characters or half of
 * the shorter of the two. Both are located in the document after white space is made one space, and the overlap is one of
 * positions (every occurrence counts); what cannot be located is compared by a common run of characters.
 */
export function createOverlap(texts: ReadonlyMap<string, string>) {
  const documents = new Map([...texts].map(([url, text]) => [url, normalised(text)]));
  const located = new Map<string, Span[]>();
  const locate = (url: string, piece: string): Span[] => {
    const key = `${url}\n${piece}`;
    const known = located.get(key);
    if (known) return known;
    const spans = occurrences(piece, documents.get(url) ?? "");
    located.set(key, spans);
    return spans;
  };
  return (excerpt: string, documentUrl: string, quote: Quote): boolean => {
    if (documentUrl !== quote.documentUrl) return false;
    const [found, wanted] = [normalised(excerpt), normalised(quote.text)];
    if (found === "" || wanted === "") return false;
    const need = Math.min(30, Math.ceil(Math.min(found.length, wanted.length) / 2));
    const [here, there] = [locate(documentUrl, found), locate(documentUrl, wanted)];
    if (here.length === 0 || there.length === 0) return shareRun(found, wanted, need);
    return here.some((a) => there.some((b) => Math.min(a.end, b.end) - Math.max(a.start, b.start) >= need));
  };
}

interface Span {
  start: number;
  end: number;
}

const normalised = (text: string) => text.replace(/\s+/g, " ").trim();

function occurrences(piece: string, text: string): Span[] {
  const spans: Span[] = [];
  if (piece === "") return spans;
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
    spans.push({ start: at, end: at + piece.length });
  }
  return spans;
}

function shareRun(one: string, other: string, length: number): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  for (let at = 0; at + length <= short.length; at++) if (long.includes(short.slice(at, at + length))) return true;
  return false;
}
