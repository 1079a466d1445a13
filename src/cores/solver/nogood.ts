import { type ChoiceSet, intersection, isWithin, union } from './choice-set.js';
import { type PackageTable } from './package-table.js';
import { type Demand } from './problem.js';

/** That a package comes to one of these choices. */
export interface Term {
  readonly of: PackageTable;
  readonly set: ChoiceSet;
}

/** Why terms cannot all hold. */
export type NogoodCause =
  | { readonly kind: 'demand'; readonly demand: Demand; readonly needed: PackageTable }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'requires'; readonly range: string; readonly needed: PackageTable }
  | { readonly kind: 'derived'; readonly from: readonly [Nogood, Nogood] };

/** Terms that cannot all hold; without terms there is no solution. */
export interface Nogood {
  readonly terms: readonly Term[];
  readonly cause: NogoodCause;
}

/** Adds a term to others: terms of one package are one, and what always holds says nothing. */
export function addTerm(terms: readonly Term[], term: Term): readonly Term[] {
  if (isWithin(term.of.all, term.set)) return terms;
  const same = terms.find(({ of }) => of === term.of);
  if (!same) return [...terms, term];
  const set = intersection(same.set, term.set);
  return terms.map((other) => (other === same ? { of: term.of, set } : other));
}

/**
 * What follows from two nogoods by a package that both speak of: whichever of its choices in either
 * is taken, the other terms of that one cannot hold.
 */
export function resolveNogoods(left: Nogood, right: Nogood, over: PackageTable): Nogood {
  const isOver = ({ of }: Term): boolean => of === over;
  const [a, b] = [left.terms.find(isOver), right.terms.find(isOver)];
  const rest = [...left.terms, ...right.terms].filter((term) => !isOver(term));
  const merged = rest.reduce<readonly Term[]>((terms, term) => addTerm(terms, term), []);
  return {
    terms: a && b ? addTerm(merged, { of: over, set: union(a.set, b.set) }) : merged,
    cause: { kind: 'derived', from: [left, right] },
  };
}
