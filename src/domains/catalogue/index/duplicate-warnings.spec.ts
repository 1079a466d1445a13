import { describe, expect, it } from 'vitest';
import { type Advantage } from '../visibility/shadowed-packages.js';
import { duplicateWarnings, type HidingEntry } from './duplicate-warnings.js';

const MERGED = { kind: 'merged' } as const;
const shown: HidingEntry = { config: '@a', name: '@acme/x', version: '2.0.0' };
const behind = (advantage: Advantage, name = '@acme/x', config = '@b') => ({
  ...shown,
  behind: [{ config, name, version: '1.0.0', advantage }],
});

describe('duplicateWarnings', () => {
  it('says nothing of a package that hides none', () => {
    expect(duplicateWarnings(shown, MERGED)).toEqual([]);
  });

  it('says which of two repositories with one version counts', () => {
    const message = '2.0.0 lies in @a too, which counts: its name comes first';
    expect(duplicateWarnings({ ...shown, alsoIn: ['@b'] }, MERGED)).toEqual([
      { config: '@b', package: '@acme/x', message },
    ]);
  });

  it.each<[Advantage, string]>([
    ['version', 'its version is higher'],
    ['release', 'it is made for a higher release'],
    ['nearer', 'it is made for a lower release, the nearest to what is asked'],
    ['branch', 'it is on a release branch, the other one is not'],
    ['default-branch', 'it is on the default branch, which serves where no release branch does'],
    ['config', 'the name of its repository comes first'],
  ])('says which of two versions counts, and why: %s', (advantage, reason) => {
    const message = `1.0.0 stands behind 2.0.0 of @a, which counts: ${reason}`;
    expect(duplicateWarnings(behind(advantage), MERGED)).toEqual([
      { config: '@b', package: '@acme/x', message },
    ]);
  });

  it('says that two names are one', () => {
    const message =
      "1.0.0 stands behind '@acme/x' 2.0.0 of the same repository, which counts: its place in the " +
      'repository comes first; names that differ in case or Unicode form alone are one';
    const view = { kind: 'config', config: '@a' } as const;
    expect(duplicateWarnings(behind('place', '@Acme/X', '@a'), view)).toEqual([
      { config: '@a', package: '@Acme/X', message },
    ]);
  });

  it('tells whoever looks at one configuration of no other one', () => {
    const view = { kind: 'config', config: '@a' } as const;
    expect(duplicateWarnings({ ...behind('version'), alsoIn: ['@b'] }, view)).toEqual([]);
  });
});
