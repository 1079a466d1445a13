import { cutText } from '../../../kernel/cut-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, ownValue, textOf } from '../../../kernel/json-reading.js';

const MESSAGES_MAX = 5;
const LENGTH_MAX = 2000;

/**
 * What an orchestrator says of a refusal: its `error-message`s, else the tags; undefined when the answer
 * is no `ietf-restconf:errors`.
 */
export function errorMessage(answer: JsonValue | undefined): string | undefined {
  const messages = errorsOf(answer)
    .map(messageOf)
    .filter((message) => message !== '');
  if (messages.length === 0) return undefined;
  const text = messages.slice(0, MESSAGES_MAX).join('; ');
  return cutText(text, LENGTH_MAX, '…');
}

function errorsOf(answer: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonObject(answer)) return [];
  const errors = ownValue(answer, 'ietf-restconf:errors') ?? ownValue(answer, 'errors');
  return isJsonObject(errors) ? listOf(ownValue(errors, 'error')).filter(isJsonObject) : [];
}

function messageOf(error: JsonObject): string {
  const message = ownValue(error, 'error-message');
  const text = isJsonObject(message) ? textOf(ownValue(message, 'value')) : textOf(message);
  return text === '' ? textOf(ownValue(error, 'error-tag')) : text;
}
