import { type JsonValue } from '../../kernel/json.js';
import { SECRET_WORDS } from './secret-names.js';

/** A longer one would hold up others while it is read. */
const LENGTH_MAX = 2 * 1024 * 1024;
const MAY_BE_JSON = /^\s{0,64}[{["]/;
/** Most texts name nothing secret and are done with one look. */
const MAY_NAME = new RegExp(`${SECRET_WORDS}|pwd|psk|pass|pin|otp|auth|cookie`, 'i');
const INDENTED = /^\s*[{[]\r?\n([ \t]{1,16})/;

/** What a text holds, and how it is written back. */
export interface JsonText {
  readonly value: JsonValue;
  readonly write: (value: JsonValue) => string;
}

/** Whether it is worth a look: most texts begin otherwise. */
export function mayBeJson(text: string): boolean {
  return MAY_BE_JSON.test(text);
}

/** The JSON that a text is, when it may have names of secrets; undefined for every other text. */
export function jsonTextOf(text: string): JsonText | undefined {
  if (text.length > LENGTH_MAX || !mayBeJson(text) || !MAY_NAME.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    const indent = INDENTED.exec(text)?.[1];
    return { value, write: (made) => JSON.stringify(made, null, indent) };
  } catch {
    return undefined; // a text like any other
  }
}
