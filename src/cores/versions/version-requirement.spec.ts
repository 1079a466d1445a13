import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import semver from 'semver';
import { requiresMoreThan } from './version-requirement.js';

describe('requiresMoreThan', () => {
  it.each([
    ['>=1.0.14-2023.2.1', '1.0.14'],
    ['1.0.14-2023.2.1', '1.0.14'],
    ['^2023.2', '2023.1'],
    ['>= 2025.1', '2024.1'],
    ['3.0.0 - 4.0.0', '2.9.9'],
    ['>=3 || ^2.5', '2.4.0'],
    ['>1.2.3', '1.2.3'],
    ['2.x', '1.9.9'],
  ])('sees that %s is more than %s', (requirement, running) => {
    expect(requiresMoreThan(requirement, running)).toBe(true);
  });

  it.each([
    ['', '0.0.1'],
    ['*', '0.0.1'],
    ['x.x', '0.0.1'],
    ['latest', '0.0.1'],
    ['file:../elsewhere', '0.0.1'],
    ['<1.0.0', '2.0.0'],
    ['^1.0.0', '2.0.0'],
    ['1.0.14', '1.0.14-2023.2.1'],
    ['^1.0', '1.0.0'],
    ['1.x', '1.0.0'],
    ['2023.2', '2023.10'],
    ['>=9 || *', '1.0.0'],
  ])('sees that %s is no more than %s', (requirement, running) => {
    expect(requiresMoreThan(requirement, running)).toBe(false);
  });

  it('agrees with semver on plain ranges', () => {
    const number = fc.integer({ min: 0, max: 5 });
    const plain = fc.tuple(number, number, number).map((parts) => parts.join('.'));
    const simple = fc
      .tuple(fc.constantFrom('', '^', '~', '>=', '='), plain)
      .map(([operator, text]) => operator + text);
    const range = fc.oneof(
      simple,
      fc.tuple(plain, plain).map(([a, b]) => `${a} - ${b}`),
      fc.tuple(simple, simple).map(([a, b]) => `${a} || ${b}`),
      fc.tuple(number, number).map(([major, minor]) => `${major}.${minor}.x`),
    );
    fc.assert(
      fc.property(range, plain, (requirement, running) => {
        const least = semver.minVersion(requirement);
        // A range that nothing satisfies (2 - 1) has no least version to compare with.
        fc.pre(least !== null);
        expect(requiresMoreThan(requirement, running)).toBe(semver.lt(running, least));
      }),
      { numRuns: 1000 },
    );
  });

  it('ends soon on a hostile text', () => {
    expect(requiresMoreThan(`${' '.repeat(20_000)}-`, '1.0.0')).toBe(false);
    expect(requiresMoreThan('1.x'.repeat(20_000), '1.0.0')).toBe(false);
  });
});
