import { trusted } from 'mongoose';

/** Matches a record of this revision; one that a package brought has none until somebody changes it: 0. */
export function revisionIs(revision: number): { $in: (number | null)[] } {
  return trusted({ $in: revision === 0 ? [null, 0] : [revision] });
}
