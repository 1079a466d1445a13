import { type RequiredLiterals } from '../../../cores/patterns/required-literals.js';
import {
  SIGNATURE_SIZES,
  type SignatureSize,
  signatureBitsOf,
} from '../../../cores/differences/search-signature.js';

/** Alternatives beyond this take the database longer than reading what they would keep out. */
const ALTERNATIVES_MAX = 100;
/** The database takes conditions in each other up to a depth. */
const DEPTH_MAX = 20;

/** Conditions that must all be true; none says nothing. */
type Conditions = readonly Record<string, unknown>[];

/**
 * The condition of the database on signatures of texts that may meet a need: it may admit others, and misses none.
 * Empty where the need says too little.
 * @param path of the field that holds the signature.
 * @param asOperator marks what is an operator of ours and no text of a caller.
 */
export function signatureCondition(
  path: string,
  need: RequiredLiterals,
  asOperator: <T extends object>(operator: T) => T,
): Record<string, unknown> {
  const hasBits = (bits: readonly number[]): Record<string, unknown> => ({
    [path]: asOperator({ $bitsAllSet: bits }),
  });
  const conditions = SIGNATURE_SIZES.map((size) => conditionsOf(need, { size, hasBits }, 0));
  if (conditions.some((some) => some.length === 0)) return {};
  const tags = SIGNATURE_SIZES.map((size) => hasBits(signatureBitsOf('', size)));
  return { $or: conditions.map((some, at) => ({ $and: [tags[at], ...some] })) };
}

interface Sized {
  readonly size: SignatureSize;
  readonly hasBits: (bits: readonly number[]) => Record<string, unknown>;
}

function conditionsOf(need: RequiredLiterals, sized: Sized, depth: number): Conditions {
  if (need.kind === 'nothing' || depth > DEPTH_MAX) return [];
  if (need.kind === 'literal') {
    const bits = signatureBitsOf(need.text, sized.size);
    return bits.length > 1 ? [sized.hasBits(bits)] : [];
  }
  if (need.needs.length > ALTERNATIVES_MAX) return [];
  const each = need.needs.map((one) => conditionsOf(one, sized, depth + 1));
  if (need.kind === 'all') return each.flat();
  if (each.some((some) => some.length === 0)) return [];
  return [{ $or: each.map((some) => ({ $and: some })) }];
}
