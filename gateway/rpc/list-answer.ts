import {
  create,
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { createAsyncIterable, type UniversalHandler } from "@connectrpc/connect/protocol";
import type { Pacer } from "../pacer.ts";
import { ITEMS_AT_A_TIME, listToJson } from "../rest/json-bytes.ts";
import { callOf, type HttpCall } from "./call.ts";

/** A list that an answer consists of: where it stands, and how an item is written. */
export interface ListField<Item, Answer extends DescMessage> {
  answer: Answer;
  field: DescField;
  toJson(item: Item): JsonValue;
  toBinary(item: Item): Uint8Array;
}

export const listField = <Item, Answer extends DescMessage, Entry extends DescMessage>(
  answer: Answer,
  field: DescField,
  entry: Entry,
  toMessage: (item: Item) => MessageInitShape<Entry>,
): ListField<Item, Answer> => ({
  answer,
  field,
  toJson: (item) => toJson(entry, create(entry, toMessage(item))),
  toBinary: (item) => toBinary(entry, create(entry, toMessage(item))),
});

/**
 * Writes an answer in turns of the event loop that have time for it, where Connect would write it in one: a document may
 * have thousands of insights. The bytes are left with the call for `withWrittenAnswer`; what is returned is the message
 * for Connect, which stands for them. `head`: what the answer says before the list.
 */
export async function answerList<Item, Answer extends DescMessage>(
  pacer: Pacer,
  call: HttpCall,
  list: ListField<Item, Answer>,
  items: Item[],
  head?: MessageInitShape<Answer>,
): Promise<MessageShape<Answer>> {
  const message = create(list.answer, head);
  // Of an empty list a message says nothing.
  if (items.length === 0) return message;
  if (/json/i.test(call.request.headers["content-type"] ?? "")) {
    // The JSON of a message of ours is an object.
    const before = head && (toJson(list.answer, message) as JsonObject);
    call.answer = await listToJson(pacer, list.field.jsonName, items, list.toJson, before);
  } else {
    call.answer = Buffer.concat([toBinary(list.answer, message), ...(await toBinaryParts(pacer, list, items))]);
  }
  return message;
}

/** Messages one behind the other are one message that has the items of all. */
async function toBinaryParts<Item>(
  pacer: Pacer,
  list: ListField<Item, DescMessage>,
  items: Item[],
): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < items.length; at += ITEMS_AT_A_TIME) {
    const write = () => {
      const writer = new BinaryWriter();
      for (const item of items.slice(at, at + ITEMS_AT_A_TIME)) {
        writer.tag(list.field.number, WireType.LengthDelimited).bytes(list.toBinary(item));
      }
      return writer.finish();
    };
    parts.push(await pacer.run(write));
  }
  return parts;
}

/** A handler that sends the bytes that `answerList` wrote in place of the message that stands for them. */
export const withWrittenAnswer = (handler: UniversalHandler): UniversalHandler =>
  Object.assign(async (request: Parameters<UniversalHandler>[0]) => {
    const response = await handler(request);
    const answer = request.contextValues && callOf(request.contextValues).answer;
    // With Connect an error has a status of its own; with gRPC it is an answer without a message.
    if (!answer || !response.body || response.status !== 200) return response;
    if (isFramed(request.header.get("content-type"))) return { ...response, body: framed(response.body, answer) };
    response.header?.set("content-length", String(answer.length));
    return { ...response, body: createAsyncIterable([answer]) };
  }, handler);

const isFramed = (contentType: string | null): boolean => /^application\/grpc/i.test(contentType ?? "");

const MESSAGE = 0;

async function* framed(frames: AsyncIterable<Uint8Array>, answer: Uint8Array): AsyncIterable<Uint8Array> {
  for await (const frame of frames) {
    // The others are the trailers of gRPC-Web.
    if (frame[0] !== MESSAGE) yield frame;
    else {
      const head = Buffer.alloc(5);
      head.writeUInt32BE(answer.length, 1);
      yield head;
      yield answer;
    }
  }
}
