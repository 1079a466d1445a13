import { isJsonObject, type JsonValue } from '#kernel/json.js';
import { type TaskInput } from '#cores/engine/pure-task.js';

/** A request as a task asks for it. */
export interface CallRequest {
  /** In capitals. */
  readonly method: string;
  /** Begins with `/` where the task gives a path; percent-encoded, with its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What is wrong with an input. Never holds its value, which can be secret. */
export class CallInputError extends Error {}

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
]);
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** Whether a request of this method may be made twice (RFC 9110, 9.2.2). */
export function isRepeatable(method: JsonValue | undefined): boolean {
  const text = typeof method === 'string' && method !== '' ? method : 'GET';
  return REPEATABLE.has(text.toUpperCase());
}

/** The value of an input; what is empty, as authors leave optional ones, is not given. */
export function given(input: TaskInput, ...names: readonly string[]): JsonValue | undefined {
  for (const name of names) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** The text of an input. @throws CallInputError */
export function givenText(input: TaskInput, ...names: readonly string[]): string | undefined {
  const value = given(input, ...names);
  if (value === undefined || typeof value === 'string') return value;
  throw new CallInputError(`'${names[0] ?? ''}' must be text`);
}

/** @throws CallInputError */
export function methodOf(method: string | undefined): string {
  const name = (method ?? 'GET').toUpperCase();
  if (METHODS.has(name)) return name;
  throw new CallInputError('the method is none that can be called');
}

/**
 * A path with what an object says of its query behind it; lists give one pair for each entry.
 * @throws CallInputError
 */
export function withQuery(path: string, query: JsonValue | undefined): string {
  if (query === undefined) return path;
  if (!isJsonObject(query)) throw new CallInputError('the query must be an object');
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encoded(name)}=${encoded(scalar(one, 'the query'))}`),
  );
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** @throws CallInputError */
export function headersOf(headers: JsonValue | undefined): Readonly<Record<string, string>> {
  if (headers === undefined) return {};
  if (!isJsonObject(headers)) throw new CallInputError('headers must be an object');
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      scalar(value, 'each header'),
    ]),
  );
}

/** The body as it is sent, with what says its type unless the headers do. Text goes as it is. */
export function bodyOf(
  body: JsonValue | undefined,
  headers: Readonly<Record<string, string>>,
): Pick<CallRequest, 'body' | 'headers'> {
  if (body === undefined) return { body: undefined, headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = isJsonText(text) ? 'application/json' : 'text/plain; charset=utf-8';
  return { body: text, headers: { 'content-type': type, ...headers } };
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** As a form encodes it, but for the blank: that is `%20` wherever it stands. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text).replace(
      /[!'()*]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch {
    throw new CallInputError('the query has half a character');
  }
}

function scalar(value: JsonValue | undefined, what: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new CallInputError(`${what} must be text, a number or a boolean`);
}
