import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";
import { BODY_LIMIT_BYTES, WRONG_CONTENT_TYPE } from "../errors.ts";

/**
 * Bodies are JSON in UTF-8, uncompressed, and nothing else. Every content type is read up to the size limit first: what
 * is too large is refused for its size, whatever it claims to be. `example`: a body that is right here.
 */
export function acceptJsonOnly(app: FastifyInstance, example: string): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: BODY_LIMIT_BYTES },
    (request, body: Buffer, done: (err: Error | null, body?: unknown) => void) => {
      try {
        done(null, parse(request, body, example));
      } catch (err) {
        done(err instanceof Error ? err : new Error(String(err)));
      }
    },
  );
}

function parse(request: FastifyRequest, body: Buffer, example: string): unknown {
  // Many clients say what type a body has also where there is none.
  if (body.length === 0 && request.method === "DELETE") return undefined;
  const type = request.headers["content-type"];
  if (!isJson(type)) {
    throw invalid(WRONG_CONTENT_TYPE);
  }
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw invalid("The body is compressed: send it without Content-Encoding.");
  }
  if (body.length === 0) throw invalid(`The body is empty: send a JSON object, for example ${example}.`);
  if (!isUtf8(body)) throw invalid("The body is not UTF-8: encode it as UTF-8.");
  const json = body.toString("utf8");
  const value = parseJson(json);
  refuseRepeatedNames(json, value);
  return value;
}

/** application/json with no charset or with UTF-8's. */
function isJson(type: string | undefined): boolean {
  if (type === "application/json") return true;
  return /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-?8"?[ \t]*)?;?$/i.test(type ?? "");
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new DomainError("invalid", "Malformed JSON: send a JSON object in double quotes, without trailing commas.", {
      cause,
    });
  }
}

/** Every string of a JSON text; the second group is there when it is a member's name. */
const STRINGS = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;

/** JSON.parse silently keeps the last of two members with one name, so that one of two filters would be lost. */
function refuseRepeatedNames(json: string, value: unknown): void {
  let named = 0;
  for (const match of json.matchAll(STRINGS)) if (match[2] !== undefined) named += 1;
  if (named !== membersOf(value)) throw invalid("The body has a name twice: give each field once.");
}

/** How many members there are in all. Not by recursion: 64 KiB of brackets are deeper than the stack. */
function membersOf(value: unknown): number {
  let members = 0;
  const unread = [value];
  for (let one = unread.pop(); one !== undefined; one = unread.pop()) {
    if (typeof one !== "object" || one === null) continue;
    const inside = Object.values(one);
    if (!Array.isArray(one)) members += inside.length;
    unread.push(...inside);
  }
  return members;
}

const invalid = (sentence: string) => new DomainError("invalid", sentence);
