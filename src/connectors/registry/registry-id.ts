import { createHash } from 'node:crypto';

/**
 * The id by which operation 2 names a package that its registry gives no number: positive, the same
 * on every node and after every reading, and exact in every JSON reader (48 bits).
 */
export function stableRegistryId(packageName: string): number {
  return createHash('sha256').update(packageName).digest().readUIntBE(0, 6) + 1;
}
