import type { RawDocument, Unmade } from "../../../services/document/ingest/made-document.ts";

/** Stands in for the pool's thread and does what hostile documents do to parsers. */
export async function run({ content }: RawDocument): Promise<Unmade> {
  const kept: string[][] = [];
  switch (new TextDecoder().decode(content)) {
    case "never ends":
      for (;;) kept.length = 0;
    case "eats memory":
      for (;;) kept.push(Array.from({ length: 1_000 }, (_, at) => `${at}${kept.length}`));
    case "ends the thread":
      process.exit(1);
      break;
    case "throws":
      throw new TypeError("a parser's fault");
  }
  return { reason: "read" };
}
