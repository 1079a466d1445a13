import { isUnsafeKey } from './value.js';

const TOKENS_MAX = 100;
const ARGUMENT = /^\/args\/(\d{1,3})\/value$/;
const CASE = /^([^[\]/]+)\[(\d{1,4})\]$/;

/** The keys of an RFC 6901 pointer; undefined for a text that is none. Absent is the whole. */
export function readPointer(pointer: unknown): readonly string[] | undefined {
  if (pointer === undefined || pointer === null || pointer === '') return [];
  if (typeof pointer !== 'string' || !pointer.startsWith('/')) return undefined;
  const tokens = pointer.slice(1).split('/');
  if (tokens.length > TOKENS_MAX || tokens.some((token) => /~(?![01])/.test(token))) {
    return undefined;
  }
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The keys of a place to write to; undefined where nothing may be written. */
export function readTarget(pointer: unknown): readonly string[] | undefined {
  const path = readPointer(pointer);
  return path?.some(isUnsafeKey) ? undefined : path;
}

/** The number of the argument that `/args/N/value` names. */
export function readArgument(pointer: unknown): number | undefined {
  const digits = typeof pointer === 'string' ? ARGUMENT.exec(pointer)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

/** The cases of contexts that `#/24[1]/30[0]` names, from outside in; undefined for a text that is none. */
export function readContext(
  context: unknown,
): readonly { readonly step: string; readonly case: number }[] | undefined {
  if (context === undefined || context === null || context === '#') return [];
  if (typeof context !== 'string' || !context.startsWith('#/')) return undefined;
  const cases = context
    .slice(2)
    .split('/')
    .map((segment) => CASE.exec(segment));
  if (cases.length > TOKENS_MAX || cases.includes(null)) return undefined;
  return cases.map((match) => ({ step: match?.[1] ?? '', case: Number(match?.[2]) }));
}
