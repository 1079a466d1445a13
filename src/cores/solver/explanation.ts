import { hasChoice, isWithin, without } from './choice-set.js';
import { type Nogood, type Term } from './nogood.js';
import { type PackageTable } from './package-table.js';
import { isEveryVersion, offerWords, versionWords } from './version-words.js';

/** Longer proofs are cut: nobody reads them, and the facts at their beginning tell most. */
const REASONS_MAX = 40;
const END = 'nothing fits';

/**
 * A proof in sentences, each of which follows from those before it and from what it names. The last
 * one says that nothing fits.
 */
export function explain(proof: Nogood): readonly string[] {
  const told = new Set<Nogood>();
  const reasons: string[] = [];
  const open: Nogood[] = [proof];
  // Without recursion: a proof may be thousands of steps deep.
  for (let nogood = open.at(-1); nogood; nogood = open.at(-1)) {
    const untold = partsOf(nogood).filter((part) => isDerived(part) && !told.has(part));
    if (untold.length > 0 && !told.has(nogood)) {
      open.push(...untold.toReversed());
      continue;
    }
    open.pop();
    if (told.has(nogood)) continue;
    told.add(nogood);
    reasons.push(sentence(nogood));
  }
  return shortened(reasons);
}

function shortened(reasons: readonly string[]): readonly string[] {
  if (reasons.length <= REASONS_MAX) return reasons;
  const left = reasons.length - REASONS_MAX;
  return [
    ...reasons.slice(0, REASONS_MAX - 1),
    `After ${left + 1} more steps of this kind: ${END}.`,
  ];
}

function partsOf({ cause }: Nogood): readonly Nogood[] {
  return cause.kind === 'derived' ? cause.from : [];
}

function isDerived({ cause }: Nogood): boolean {
  return cause.kind === 'derived';
}

function sentence(nogood: Nogood): string {
  const parts = partsOf(nogood);
  if (parts.length === 0) return `${capital(statement(nogood))}, so ${END}.`;
  // What was derived before is repeated, behind the facts: each sentence can be read alone.
  const derived = parts.filter((part) => isDerived(part));
  const because = [...parts.filter((part) => !isDerived(part)), ...derived]
    .map((part) => statement(part))
    .join(', and ');
  const end = nogood.terms.length === 0 ? END : statement(nogood);
  return `${derived.length > 0 ? 'And because' : 'Because'} ${because}, ${end}.`;
}

/** What a nogood says, as a part of a sentence. */
function statement({ terms, cause }: Nogood): string {
  const taken = terms
    .filter((term) => !isNeed(term))
    .map(({ of, set }) => versionWords(of, set))
    .join(' and ');
  switch (cause.kind) {
    case 'demand': {
      const { range, why } = cause.demand;
      return `${requirementWords(cause.needed, range)} is needed (${why})`;
    }
    case 'unavailable':
      return `${taken} ${cause.reason}`;
    case 'requires':
      return `${taken} requires ${requirementWords(cause.needed, cause.range)}`;
    case 'derived':
      return conclusion(terms, taken);
  }
}

function conclusion(terms: readonly Term[], taken: string): string {
  const needs = terms
    .filter((term) => isNeed(term))
    .map(({ of, set }) => versionWords(of, without(of.all, set)))
    .join(', or ');
  if (taken === '') return `${needs} is needed`;
  if (needs !== '') return `${taken} requires ${needs}`;
  const [first, ...others] = terms;
  if (!first || others.length > 0) return `${taken} cannot be combined`;
  return isEveryVersion(first.of, first.set)
    ? `no version of ${first.of.label} can be taken`
    : `${taken} cannot be taken`;
}

/** The range as it was written, and what there is where nothing is in it. */
function requirementWords(needed: PackageTable, range: string): string {
  const asked = [needed.label, range].join(' ').trimEnd();
  return isWithin(needed.all, needed.refusedBy(range)) ? `${asked} (${offerWords(needed)})` : asked;
}

/** A term of what must not be missing: it has the absence of the package. */
function isNeed({ of, set }: Term): boolean {
  return hasChoice(set, of.absence);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
