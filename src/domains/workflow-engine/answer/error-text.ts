import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownValue } from '../../../kernel/json-reading.js';
import { ERROR_WORDS } from '../../../kernel/dialect-words.js';

/** Where errors keep what they say to people; errors of adapters lie one level deeper. */
const WORDS = ['message', 'displayString', 'detail', 'error'] as const;
const WRAPPERS = Object.values(ERROR_WORDS);

/** An error of a task in words: what it says to people where it says so, else all of it. */
export function errorText(error: JsonValue): string {
  if (typeof error === 'string') return error;
  if (!isJsonObject(error)) return JSON.stringify(error);
  for (const word of WORDS) {
    const text = ownValue(error, word);
    if (typeof text === 'string' && text !== '') return text;
  }
  for (const wrapper of WRAPPERS) {
    const inner = ownValue(error, wrapper);
    if (isJsonObject(inner)) return errorText(inner);
  }
  return JSON.stringify(error);
}
