import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import semver from 'semver';
import { parseVersion } from './version.js';
import { parseRange, rangeAllows } from './version-range.js';
import { requiresMoreThan } from './version-requirement.js';

const allows = (range: string, version: string): boolean =>
  rangeAllows(parseRange(range), parseVersion(version));

const number = fc.integer({ min: 0, max: 3 });
const plain = fc.tuple(number, number, number).map((parts) => parts.join('.'));
const suffix = fc.constantFrom('', '', '-2023.1', '-2023.2.1', '-3', '-beta', '-rc.1');
const version = fc.tuple(plain, suffix).map((parts) => parts.join(''));
const partial = fc.oneof(
  number.map(String),
  fc.tuple(number, number).map((parts) => parts.join('.')),
);
const operator = fc.constantFrom('', '^', '~', '>=', '=', '>', '<', '<=');

const rangeOver = (text: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const simple = fc.tuple(operator, text).map((parts) => parts.join(''));
  return fc.oneof(
    simple,
    fc.tuple(text, text).map(([a, b]) => `${a} - ${b}`),
    fc.tuple(simple, simple).map(([a, b]) => `${a} || ${b}`),
    fc.tuple(simple, simple).map(([a, b]) => `${a} ${b}`),
    fc.tuple(number, number).map(([major, minor]) => `${major}.${minor}.x`),
    number.map((major) => `${major}.x`),
  );
};

describe('rangeAllows', () => {
  it.each([
    ['1.0.14', '1.0.14-2023.2.1'],
    ['<=1.0.14', '1.0.14-2023.2.1'],
    ['1.0.0 - 1.0.14', '1.0.14-2023.2.1'],
    ['^1.0.14', '1.9.0-2023.1'],
    ['>=1.0.14-2023.1', '1.0.14-2023.2'],
    ['2023.2', '2023.2.5'],
    ['^2023.2', '2023.10'],
    ['~>1.2', '1.2.9'],
    ['>= 1.2, < 2', '1.5.0'],
    ['4.15.0-2023.1.149.0', '4.15.0-2023.1.149'],
    ['', 'latest'],
    ['latest', 'next'],
    ['*', '1.0.0-beta'],
    ['file:../elsewhere', '1.0.0'],
    ['<2 || *', '9.0.0'],
  ])('takes %j to allow %s', (range, text) => {
    expect(allows(range, text)).toBe(true);
  });

  it.each([
    ['1.0.14-2023.2.1', '1.0.14'],
    ['1.0.14-2023.2.1', '1.0.14-2023.2.2'],
    ['>1.0.14', '1.0.14-2023.2.1'],
    ['^1.2.0', '2.0.0-beta'],
    ['1.x', '2.0.0-beta'],
    ['~1.2.3', '1.3.0'],
    ['^0.2.3', '0.3.0'],
    ['^0.0.3', '0.0.4'],
    ['>1.2', '1.2.9'],
    ['2 - 1', '1.5.0'],
    ['>=1.0.0', 'latest'],
  ])('takes %j not to allow %s', (range, text) => {
    expect(allows(range, text)).toBe(false);
  });

  it('agrees with semver where there are no suffixes', () => {
    fc.assert(
      fc.property(rangeOver(fc.oneof(plain, partial)), plain, (range, text) => {
        expect(allows(range, text)).toBe(semver.satisfies(text, range));
      }),
      { numRuns: 3000 },
    );
  });

  it('allows nothing that requires more than itself', () => {
    fc.assert(
      fc.property(rangeOver(fc.oneof(version, partial)), version, (range, text) => {
        fc.pre(allows(range, text));
        expect(requiresMoreThan(range, text)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('cuts the order in two at every version, whatever its suffix', () => {
    fc.assert(
      fc.property(fc.oneof(version, partial), version, (bound, text) => {
        expect(allows(`<=${bound}`, text)).toBe(allows(`<${bound}`, text) || allows(bound, text));
        expect(allows(`>${bound}`, text)).toBe(!allows(`<=${bound}`, text));
        expect(allows(`>=${bound}`, text)).toBe(!allows(`<${bound}`, text));
      }),
      { numRuns: 1000 },
    );
  });

  it('ends soon on a hostile text', () => {
    expect(allows(`${' '.repeat(20_000)}-`, '1.0.0')).toBe(true);
    expect(allows(`>=2 ${'- 1.x'.repeat(20_000)}`, '1.0.0')).toBe(true);
  });
});
