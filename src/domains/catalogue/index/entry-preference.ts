import { type PackageLine } from '../../../connectors/registry/registry-package.js';
import { type CatalogueEntry } from './catalogue-entry.js';

/** What is shown comes first: a tag is found only where no branch has the version. */
const LINES: Readonly<Record<PackageLine['kind'], number>> = {
  'release-branch': 0,
  place: 0,
  'default-branch': 1,
  tag: 2,
};

/** What of an entry decides which of several with one name and version counts. */
export type PreferredBy = Pick<CatalogueEntry, 'config' | 'releaseKey' | 'line' | 'ref'>;

/**
 * Which of the entries with one name and version counts: that of the highest release, as on a page;
 * then that of the configuration whose name comes first; then branches before tags, and by place.
 */
export function byPreference(a: PreferredBy, b: PreferredBy): number {
  if (a.releaseKey !== b.releaseKey) return b.releaseKey - a.releaseKey;
  if (a.config !== b.config) return a.config < b.config ? -1 : 1;
  const byLine = LINES[a.line.kind] - LINES[b.line.kind];
  if (byLine !== 0) return byLine;
  return a.ref < b.ref ? -1 : 1;
}
