import { describe, expect, it } from 'vitest';
import { byPreference, type PreferredBy } from './entry-preference.js';

const entry = (traits: Partial<PreferredBy>): PreferredBy => ({
  config: '@a',
  releaseKey: 2023,
  line: { kind: 'release-branch', name: 'release/2023.2' },
  ref: 'x',
  ...traits,
});
const best = (...entries: readonly PreferredBy[]) => entries.toSorted(byPreference)[0];

describe('of the entries with one name and version', () => {
  const branch = entry({});
  const tag = entry({ line: { kind: 'tag', name: 'v1.0.0' } });
  const main = entry({ line: { kind: 'default-branch', name: 'main' } });

  it('the one of the highest release counts, wherever it lies', () => {
    const newer = entry({ config: '@b', releaseKey: 2024, line: tag.line });
    expect(best(branch, newer)).toBe(newer);
  });

  it('the one of the first configuration counts within a release', () => {
    expect(best(entry({ config: '@b' }), tag)).toBe(tag);
  });

  it('a branch counts before a tag, and the default branch between them', () => {
    expect(best(tag, main)).toBe(main);
    expect(best(tag, main, branch)).toBe(branch);
  });

  it('the first place counts where nothing else decides', () => {
    const earlier = entry({ ref: 'w' });
    expect(best(branch, earlier)).toBe(earlier);
  });
});
