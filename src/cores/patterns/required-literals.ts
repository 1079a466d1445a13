import { isJsonObject } from '../../kernel/json.js';

/**
 * What every text that a pattern matches holds, whatever else it says: nothing that is known, a literal, all of
 * several needs or at least one of them. Case does not matter for it.
 */
export type RequiredLiterals =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'all' | 'some'; readonly needs: readonly RequiredLiterals[] };

const NOTHING: RequiredLiterals = { kind: 'nothing' };
/** How the engine numbers the kinds of its conditions. */
const EXACT = 1;
const ALL = 2;
const SOME = 3;

/**
 * What the engine itself looks for before it runs a pattern: it knows best what it read. Anything that is not in
 * the form that it has today counts as nothing.
 * @param condition of the pattern read with regard to case.
 */
export function requiredLiterals(condition: unknown): RequiredLiterals {
  if (!isJsonObject(condition)) return NOTHING;
  const { type, str, subs } = condition;
  if (type === EXACT && typeof str === 'string') return { kind: 'literal', text: str };
  return Array.isArray(subs) && subs.length > 0
    ? joined(type, subs.map(requiredLiterals))
    : NOTHING;
}

function joined(type: unknown, needs: readonly RequiredLiterals[]): RequiredLiterals {
  if (type === ALL) return { kind: 'all', needs };
  // One way without a need is a way around all others.
  const isAround = needs.some(({ kind }) => kind === 'nothing');
  return type === SOME && !isAround ? { kind: 'some', needs } : NOTHING;
}

/**
 * Whether a text may match, by which literals it holds.
 * @param holds whether the text holds a literal in any case, or may hold it.
 */
export function hasRequired(need: RequiredLiterals, holds: (literal: string) => boolean): boolean {
  if (need.kind === 'nothing') return true;
  if (need.kind === 'literal') return holds(need.text);
  const isMet = (each: RequiredLiterals): boolean => hasRequired(each, holds);
  return need.kind === 'all' ? need.needs.every(isMet) : need.needs.some(isMet);
}
