import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import semver from 'semver';
import { compareVersions, isOrderable, numericSuffix } from './version.js';

const number = fc.integer({ min: 0, max: 40 });
const dotted = fc.array(number, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
const version = fc.oneof(
  dotted,
  fc.tuple(dotted, dotted).map(([numbers, suffix]) => `${numbers}-${suffix}`),
  fc
    .tuple(dotted, fc.constantFrom('beta', 'rc.1', 'rc.10', 'alpha.x'))
    .map(([n, s]) => `${n}-${s}`),
  fc.constantFrom('latest', '', 'v2', 'V2', '1.', 'näxt', '1.2.3+b', '99999999999999999.0.0'),
);
const sign = (difference: number): number => Math.sign(difference);

describe('compareVersions', () => {
  it.each([
    ['1.0.14', '1.0.14-2023.2.1'],
    ['1.0.14-2023.2.1', '1.0.14-2023.10'],
    ['1.0.14-2023.2', '1.0.14-2023.2.1'],
    ['1.0.14-2023.2.1', '1.0.15'],
    ['1.2.3', '1.10.0'],
    ['1.0.0-beta.1', '1.0.0'],
    ['1.0.0-beta.2', '1.0.0-beta.10'],
    ['not a version', '0.0.1'],
    ['alpha', 'beta'],
    ['4.15.0-2023.1.149.0', '4.15.0-2023.2.1.0'],
  ])('takes %s for older than %s', (older, newer) => {
    expect(sign(compareVersions(older, newer))).toBe(-1);
    expect(sign(compareVersions(newer, older))).toBe(1);
  });

  it.each([
    ['1.2', '1.2.0'],
    ['v1.2.3', '1.2.3'],
    ['1.2.3+build.7', '1.2.3'],
    ['1.0.0-2023.2', '1.0.0-2023.2.0'],
  ])('takes %s and %s for equal', (a, b) => {
    expect(compareVersions(a, b)).toBe(0);
  });

  it('is a total order: antisymmetric and transitive', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(sign(compareVersions(a, b))).toBe(0 - sign(compareVersions(b, a)));
        const [first, second, third] = [a, b, c].sort(compareVersions) as [string, string, string];
        expect(compareVersions(first, second)).toBeLessThanOrEqual(0);
        expect(compareVersions(second, third)).toBeLessThanOrEqual(0);
        expect(compareVersions(first, third)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with semver where no suffix is numeric', () => {
    const plain = fc
      .tuple(number, number, number, fc.constantFrom('', '-beta', '-beta.2', '-rc.1.x'))
      .map(([major, minor, patch, suffix]) => `${major}.${minor}.${patch}${suffix}`);
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        expect(sign(compareVersions(a, b))).toBe(semver.compare(a, b));
      }),
    );
  });

  it('ends soon on a hostile text', () => {
    const hostile = `1.${'1.'.repeat(50_000)}`;
    expect(isOrderable(hostile)).toBe(false);
    expect(isOrderable(`1-${'a-'.repeat(50_000)}!`)).toBe(false);
  });
});

describe('numericSuffix', () => {
  it('is empty for versions without one', () => {
    expect(['1.0.0', '1.0.0-beta.1', 'next'].map((text) => numericSuffix(text))).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('has the numbers in order', () => {
    expect(numericSuffix('5.46.0-2023.1.30')).toEqual([2023, 1, 30]);
  });
});
