import { DomainError } from "#kit/errors.ts";
import type { UsageEvent } from "./ports.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Lower case only: ids are compared byte for byte, so there must be one way to write them. */
export const isUuid = (id: string): boolean => id.length === 36 && UUID.test(id);

const NAME_MAX = 100;
const CONTROL = /\p{Cc}/u;

/** The label of a key, trimmed. Throws `invalid`. */
export function toKeyName(name: string): string {
  const trimmed = name.trim();
  // A code point takes at most two units: longer needs no counting.
  const length = trimmed.length > 2 * NAME_MAX ? Number.POSITIVE_INFINITY : [...trimmed].length;
  if (length < 1 || length > NAME_MAX) throw invalid(`name: must have 1 to ${NAME_MAX} characters after trimming`);
  if (CONTROL.test(trimmed)) throw invalid("name: must not contain control characters such as line breaks");
  if (!trimmed.isWellFormed()) throw invalid("name: is not valid Unicode");
  return trimmed;
}

/** One "@" with something on both sides; no spaces or control characters. Whether mail arrives is not our business. */
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;
const EMAIL_MAX = 254;

/** The address in one form, lower case: one person, one account. Throws `invalid`. */
export function toEmail(email: string): string {
  const address = readEmail(email);
  if (address !== undefined) return address;
  throw invalid(`email: must be an address such as name@example.org, at most ${EMAIL_MAX} characters`);
}

/** The same; undefined for what is no address. */
export function readEmail(email: string): string | undefined {
  if (email.length > EMAIL_MAX || !email.isWellFormed()) return undefined;
  for (const character of email) {
    // A Kelvin sign would become a k: two mailboxes, one account.
    if (character > "\u007f" && ASCII.test(oneForm(character))) return undefined;
  }
  const address = oneForm(email);
  // Once more: the change of form may have made it longer.
  return address.length <= EMAIL_MAX && EMAIL.test(address) ? address : undefined;
}

const oneForm = (text: string): string => text.normalize("NFC").toLowerCase();
const ASCII = /[\0-\u007f]/;

const IDENTITY_MAX = 255;

/** Throws `invalid` unless an identity can be stored as it is. */
export function checkIdentity(identity: { issuer: string; subject: string }): void {
  for (const field of ["issuer", "subject"] as const) {
    const value = identity[field];
    const length = value.length > 2 * IDENTITY_MAX ? Number.POSITIVE_INFINITY : [...value].length;
    if (length < 1 || length > IDENTITY_MAX || !value.isWellFormed()) {
      throw invalid(`${field}: must have 1 to ${IDENTITY_MAX} characters`);
    }
  }
}

const EVENTS_MAX = 1_000;
/** Model calls in all events together: what the event loop serialises in a few milliseconds. */
const TOKENS_MAX = 5_000;
const OPERATION = /^[a-z][a-z_]{0,63}$/;
const MODEL_MAX = 255;
/** Keeps nine million such calls within the integers that JavaScript holds exactly. */
const TOKEN_COUNT_MAX = 1_000_000_000;
/** 9999-12-31T23:59:59.999Z: later days have no four-digit year. */
const TIME_MAX = 253_402_300_799_999;

/** Throws `invalid` unless every event can be stored. On the path of every request: no allocation unless it throws. */
export function checkEvents(events: readonly UsageEvent[]): void {
  if (events.length < 1 || events.length > EVENTS_MAX) throw invalid(`events: must be 1 to ${EVENTS_MAX}`);
  let calls = 0;
  for (const event of events) {
    if (!isUuid(event.eventId)) throw invalid("event_id: must be a UUID in lower case");
    if (!isUuid(event.accountId)) throw invalid("account_id: must be a UUID in lower case");
    if (event.keyId !== null && !isUuid(event.keyId)) throw invalid("key_id: must be a UUID in lower case, or empty");
    if (!OPERATION.test(event.operation)) throw invalid("operation: must be a name such as search");
    if (!isCount(event.time, TIME_MAX)) throw invalid("time: must be between the years 1970 and 9999");
    calls += event.tokens.length;
    if (calls > TOKENS_MAX) throw invalid(`tokens: must be at most ${TOKENS_MAX} in all events together`);
    for (const { eventId, model, inputTokens, outputTokens } of event.tokens) {
      if (!isUuid(eventId)) throw invalid("tokens.event_id: must be a UUID in lower case");
      if (model.length < 1 || model.length > MODEL_MAX || !model.isWellFormed()) {
        throw invalid(`tokens.model: must have 1 to ${MODEL_MAX} characters`);
      }
      if (!isCount(inputTokens, TOKEN_COUNT_MAX) || !isCount(outputTokens, TOKEN_COUNT_MAX)) {
        throw invalid(`tokens: counts must be whole numbers from 0 to ${TOKEN_COUNT_MAX}`);
      }
    }
  }
}

const isCount = (value: number, max: number): boolean => Number.isInteger(value) && value >= 0 && value <= max;

const invalid = (message: string) => new DomainError("invalid", message);
