import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { type OperationBody } from './model-operations.js';

/** The body of a call with its media type, or why there is none. */
export type BodyOutcome =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'built';
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  | { readonly kind: 'refused'; readonly detail: string };

const JSON_TYPE = /^application\/(?:[\w.!#$&^-]+\+)?json(?:\s*;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.!#$&^-]+\+)?xml)/i;
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/** Writes a body in the first media type of the operation that can be written: JSON, form or text. */
export function buildBody(
  declared: OperationBody | undefined,
  value: JsonValue | undefined,
): BodyOutcome {
  if (value === undefined) {
    return declared?.required ? refused('is required') : { kind: 'none' };
  }
  if (!declared) return refused('is not taken by the operation');
  const types = declared.mediaTypes.filter((type) => HEADER_VALUE.test(type));
  const json = types.find((type) => JSON_TYPE.test(type)) ?? wildcard(types);
  return json === undefined ? otherBody(types, value) : built(json, JSON.stringify(value));
}

function otherBody(types: readonly string[], value: JsonValue): BodyOutcome {
  const form = types.find((type) => FORM_TYPE.test(type));
  if (form !== undefined) return formBody(form, value);
  const text = types.find((type) => TEXT_TYPE.test(type));
  if (text === undefined)
    return refused('cannot be sent: the operation takes neither JSON, form nor text');
  return typeof value === 'string' ? built(text, value) : refused('must be text');
}

/** The one form of JSON that is meant where a document says only that anything goes. */
function wildcard(types: readonly string[]): string | undefined {
  return types.some((type) => /^(?:\*|application)\/\*$/.test(type))
    ? 'application/json'
    : undefined;
}

function formBody(type: string, value: JsonValue): BodyOutcome {
  if (!isJsonObject(value)) return refused('must be an object');
  const form = new URLSearchParams();
  for (const [key, item] of Object.entries(value)) {
    for (const one of Array.isArray(item) ? item : [item]) {
      if (one === null) continue;
      form.append(key, typeof one === 'object' ? JSON.stringify(one) : String(one));
    }
  }
  return built(type, form.toString());
}

function built(type: string, text: string): BodyOutcome {
  return { kind: 'built', headers: { 'content-type': type }, text };
}

function refused(detail: string): BodyOutcome {
  return { kind: 'refused', detail };
}
