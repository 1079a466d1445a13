import { cutText } from '#kernel/cut-text.js';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { isJsonObject } from '#kernel/json.js';
import { type FormBinding } from '#cores/form-answers/form-bindings.js';
import { valueAt } from '#cores/form-answers/json-reading.js';

/** The call that a binding asks for, its variables filled in. */
export interface BindingCall {
  readonly method: string;
  /** Path with query string, below this platform. */
  readonly url: string;
  readonly body: JsonValue | undefined;
}

/** A call, or why there is none. */
export type PreparedBinding =
  | { readonly status: 'ready'; readonly call: BindingCall }
  | { readonly status: 'waiting' | 'failed'; readonly detail: string };

/** What came of a call; views are the forms in which documents expect to find it. */
export type BindingAnswer =
  | { readonly status: 'answered'; readonly views: readonly JsonValue[] }
  | { readonly status: 'waiting' | 'failed'; readonly detail: string };

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST']);
const URL_LENGTH_MAX = 4096;
const CONTROL = /[\p{Cc}\\#]/u;

/** Fills the answers that a binding needs into its URL. */
export function prepareBinding(binding: FormBinding, answers: JsonObject): PreparedBinding {
  const { method, variables, body } = binding;
  let { url } = binding;
  // The longest name first: `:id` is no part of `:idOfSite`.
  for (const { name, reference } of [...variables].sort(longerFirst)) {
    const value = referred(answers, reference);
    if (value === undefined)
      return { status: 'waiting', detail: `Needs an answer at ${cutText(reference, 200)}` };
    url = url.replaceAll(`:${name}`, encodeURIComponent(String(value)));
  }
  const path = url.trim().replace(/[\s?]+$/, '');
  const refusal = METHODS.has(method) ? refusalOf(path) : 'A binding may only read: GET or POST';
  if (refusal !== undefined) return { status: 'failed', detail: refusal };
  return { status: 'ready', call: { method, url: path, body } };
}

/** Why a URL is not called: it has to be a path of this platform, whichever way it is read. */
function refusalOf(url: string): string | undefined {
  if (url.length > URL_LENGTH_MAX) return 'The URL is too long';
  const [path = ''] = url.split('?', 1);
  const plain = decoded(path);
  if (plain === undefined || CONTROL.test(plain)) return 'The URL is no path';
  if (!plain.startsWith('/') || plain.startsWith('//'))
    return 'The URL must be a path of this platform, and start with /';
  const hasDots = plain.split('/').some((segment) => segment === '.' || segment === '..');
  return hasDots ? 'The URL must not have . or .. in it' : undefined;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function longerFirst(one: { readonly name: string }, other: { readonly name: string }): number {
  return other.name.length - one.name.length;
}

/** An answer that can stand in a URL; editors point into the schema at times: `/properties/site`. */
function referred(answers: JsonObject, reference: string): string | number | boolean | undefined {
  const pointers = [reference, reference.replaceAll('/properties/', '/')];
  for (const pointer of pointers) {
    const value = valueAt(answers, pointer);
    if (value === undefined || value === null || value === '') continue;
    if (!Array.isArray(value) && !isJsonObject(value)) return value;
  }
  return undefined;
}
