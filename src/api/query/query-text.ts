import { type Fault } from '../../kernel/app-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';

/** One `key=text` of a query string; `options[equals][name]` has three steps. */
export interface QueryEntry {
  readonly path: readonly string[];
  readonly text: string;
  /** The key ended in `[]`: a list, even of one. */
  readonly listed: boolean;
}

const ENTRIES = Symbol('query entries');

/**
 * What `request.query` is: texts under their flat keys, for readers of a single one (`?token=`).
 * The entries behind it keep what a nested object could not: order, repetition, every form at once.
 */
export interface QueryText extends Record<string, string | readonly string[]> {
  readonly [ENTRIES]: readonly QueryEntry[];
}

/** Stands in `request.query` for text that cannot be read: a parser that throws ends the process. */
export class MalformedQuery {
  // Fastify's type of a query is an object with any keys.
  readonly [key: string]: unknown;

  constructor(readonly fault: Fault) {}
}

const KEYS_MAX = 100;
const DEPTH_MAX = 5;
const EMPTY = toQuery([]);

/**
 * Reads the text behind the `?`; Fastify calls it for every request, so it never throws.
 * Percent escapes are decoded before brackets are read: `a%5Bb%5D` and `a[b]` are the same key.
 */
export function parseQueryText(text: string): QueryText | MalformedQuery {
  if (text === '') return EMPTY;
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > KEYS_MAX) return malformed([], `has more than ${KEYS_MAX} keys`);
  const entries: QueryEntry[] = [];
  for (const pair of pairs) {
    const entry = readPair(pair);
    if (entry instanceof MalformedQuery) return entry;
    entries.push(entry);
  }
  return toQuery(entries);
}

/** The entries of `request.query`; none for anything that is not a parsed query string. */
export function queryEntries(query: unknown): readonly QueryEntry[] {
  return typeof query === 'object' && query !== null && ENTRIES in query
    ? (query as QueryText)[ENTRIES]
    : [];
}

/** Names that reach the prototype of an object when someone assigns by them. */
export function isHostileKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

function readPair(pair: string): QueryEntry | MalformedQuery {
  const split = pair.indexOf('=');
  const key = decode(split < 0 ? pair : pair.slice(0, split));
  const text = decode(split < 0 ? '' : pair.slice(split + 1));
  if (key === undefined || text === undefined)
    return malformed([], 'has a broken percent escape or text that is not UTF-8');
  const { path, listed } = readKey(key);
  if (path.length > DEPTH_MAX) return malformed(path, `is nested deeper than ${DEPTH_MAX} levels`);
  if (path.some(isHostileKey)) return malformed(path, 'is not allowed as a key');
  return { path, text, listed };
}

function decode(text: string): string | undefined {
  // Characters beyond ASCII must be escaped: Node hands them over as single bytes.
  if (/[^\x21-\x7e]/.test(text)) return undefined;
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const STEPS = /^([^[\]]+)((?:\[[^[\]]+\])*)(\[\])?$/;

/** Steps of a bracketed key; a key whose brackets do not match is a flat one that nobody knows. */
function readKey(key: string): { path: string[]; listed: boolean } {
  if (!key.includes('[')) return { path: [key], listed: false };
  const parts = STEPS.exec(key);
  if (!parts) return { path: [key], listed: false };
  const [, first = '', steps = '', list] = parts;
  const rest = steps === '' ? [] : steps.slice(1, -1).split('][');
  return { path: [first, ...rest], listed: list !== undefined };
}

function toQuery(entries: readonly QueryEntry[]): QueryText {
  // Without a prototype, no key of a caller can be mistaken for a method.
  const flat = Object.create(null) as Record<string, string | string[]>;
  for (const { path, text } of entries) {
    const [key = ''] = path;
    if (path.length > 1) continue;
    const before = flat[key];
    flat[key] = before === undefined ? text : [before, text].flat();
  }
  return Object.assign(flat, { [ENTRIES]: entries });
}

function malformed(path: readonly string[], detail: string): MalformedQuery {
  return new MalformedQuery(
    path.length === 0
      ? { pointer: '#', detail: `The query string ${detail}` }
      : { pointer: jsonPointer(path), detail },
  );
}
