import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compareVersions } from '../../../cores/versions/version.js';
import { RELEASE_KEY_END } from '../../../cores/versions/release.js';
import { type VisibilityCandidate, visibilityIntervals } from './visibility-intervals.js';

const candidate = (overrides: Partial<VisibilityCandidate>): VisibilityCandidate => ({
  id: 'a',
  release: 20,
  version: '1.0.0',
  config: '@acme',
  ref: 'a',
  isDefaultBranch: false,
  ...overrides,
});

/** The rule as it reads, without any cleverness: which entry is shown for a release. */
function shownFor(candidates: readonly VisibilityCandidate[], asked: number): string | undefined {
  const newestFirst = candidates.toSorted(
    (a, b) =>
      compareVersions(b.version, a.version) ||
      (a.config < b.config ? -1 : Number(a.config > b.config)) ||
      (a.ref < b.ref ? -1 : Number(a.ref > b.ref)) ||
      (a.id < b.id ? -1 : 1),
  );
  const released = newestFirst.filter((entry) => !entry.isDefaultBranch);
  const releases = released.map((entry) => entry.release);
  const notAbove = releases.filter((release) => release <= asked);
  const serving = notAbove.length > 0 ? Math.max(...notAbove) : undefined;
  if (serving !== undefined) return released.find((entry) => entry.release === serving)?.id;
  const fallback = newestFirst.find((entry) => entry.isDefaultBranch);
  if (fallback) return fallback.id;
  return released.find((entry) => entry.release === Math.min(...releases))?.id;
}

const entries = fc
  .array(
    fc.record({
      release: fc.integer({ min: 1, max: 6 }),
      version: fc.constantFrom('1.0.0', '1.0.0-2023.1', '1.1.0', '2.0.0', 'next'),
      config: fc.constantFrom('@a', '@b'),
      ref: fc.constantFrom('x', 'y'),
      isDefaultBranch: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((records) => records.map((record, at) => ({ ...record, id: String(at) })));

describe('visibilityIntervals', () => {
  it('shows exactly the entry that the plain rule names, for every release', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 0, max: 8 }), (candidates, asked) => {
        const shown = [...visibilityIntervals(candidates)]
          .filter(([, { from, until }]) => from <= asked && asked < until)
          .map(([id]) => id);
        const expected = shownFor(candidates, asked);
        expect(shown).toEqual(expected === undefined ? [] : [expected]);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on the order in which entries were read', () => {
    fc.assert(
      fc.property(entries, (candidates) => {
        expect(visibilityIntervals(candidates.toReversed())).toEqual(
          visibilityIntervals(candidates),
        );
      }),
    );
  });

  it('covers all releases with the only entry, also those before its own', () => {
    expect(visibilityIntervals([candidate({})])).toEqual(
      new Map([['a', { from: 0, until: RELEASE_KEY_END }]]),
    );
  });

  it('prefers a release branch to a newer default branch', () => {
    const branch = candidate({ id: 'branch', release: 20 });
    const main = candidate({ id: 'main', release: 30, version: '9.0.0', isDefaultBranch: true });
    expect(visibilityIntervals([branch, main])).toEqual(
      new Map([
        ['branch', { from: 20, until: RELEASE_KEY_END }],
        ['main', { from: 0, until: 20 }],
      ]),
    );
  });
});
