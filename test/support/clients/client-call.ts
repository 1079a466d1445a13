import { expect } from 'vitest';

/** What the calls before have made, by the names under which later ones ask for it. */
export type Kept = Map<string, string>;

/** A call as public clients make it, and what they read of its answer. */
export interface ClientCall {
  /** Method and path with its parameters, as the list of observed calls names it. */
  readonly call: string;
  /** Path and query as sent, `{key}` for what was kept; the path of `call` when absent. */
  readonly at?: string;
  /** The body; `{key}` within texts for what was kept. */
  readonly body?: unknown;
  /** Sent without a credential. */
  readonly signsIn?: true;
  /** Status that the client demands; 200 when absent. */
  readonly status?: number;
  /** Members of the answer that the client reads. */
  readonly reads?: unknown;
  /** What later calls need of the answer: key, and where it stands, members parted by dots. */
  readonly keeps?: Readonly<Record<string, string>>;
}

export const TEXT: unknown = expect.any(String);
export const NUMBER: unknown = expect.any(Number);
export const LIST: unknown = expect.any(Array);
export const OBJECT: unknown = expect.any(Object);
export const FLAG: unknown = expect.any(Boolean);
export const DONE = { status: TEXT, message: TEXT };
/** An object with at least these members. */
export const holding = (members: Record<string, unknown>): unknown =>
  expect.objectContaining(members);
/** A list with at least this entry. */
export const listWith = (entry: unknown): unknown =>
  expect.arrayContaining([expect.objectContaining(entry as Record<string, unknown>)]);

/** Puts what was kept in the places of its keys, at any depth. */
export function filledIn<T>(value: T, kept: Kept): T {
  const text = JSON.stringify(value).replace(/\{(\w+)\}/g, (whole, key: string) => {
    return kept.get(key) ?? whole;
  });
  return JSON.parse(text) as T;
}

/** The text at a place of an answer. */
export function textAt(answer: unknown, place: string): string {
  let found = answer;
  for (const key of place.split('.')) found = (found as Record<string, unknown>)[key];
  if (typeof found !== 'string') throw new Error(`there is no text at ${place}`);
  return found;
}
