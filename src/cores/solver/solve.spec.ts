import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parseVersion } from '../versions/version.js';
import { parseRange, rangeAllows } from '../versions/version-range.js';
import { type Candidate, type Problem, type Requirement, type SolvablePackage } from './problem.js';
import { solve } from './solve.js';

type Choice = ReadonlyMap<string, Candidate>;

const allows = (range: string, version: string): boolean =>
  rangeAllows(parseRange(range), parseVersion(version));

const isMet = (chosen: Choice, { name, range }: Requirement): boolean => {
  const found = chosen.get(name);
  return found !== undefined && allows(range, found.version);
};

/** What makes a choice of versions a solution, without any cleverness. */
const holds = ({ demands }: Problem, chosen: Choice): boolean =>
  demands.every((demand) => isMet(chosen, demand)) &&
  [...chosen.values()].every(
    ({ requires, unavailable }) =>
      unavailable === undefined && requires.every((requirement) => isMet(chosen, requirement)),
  );

/** Every choice of versions that there is. */
const choices = (packages: readonly SolvablePackage[]): readonly Choice[] =>
  packages.reduce<readonly Choice[]>(
    (some, { name, candidates }) => [
      ...some,
      ...some.flatMap((choice) =>
        candidates.map((candidate): Choice => new Map([...choice, [name, candidate]])),
      ),
    ],
    [new Map()],
  );

const toChoice = ({ packages }: Problem, chosen: ReadonlyMap<string, number>): Choice =>
  new Map(
    [...chosen].map(([name, choice]): [string, Candidate] => {
      const candidate = packages.find((known) => known.name === name)?.candidates[choice];
      if (!candidate) throw new Error(`${name} has no candidate ${choice}`);
      return [name, candidate];
    }),
  );

const NAMES = ['a', 'b', 'c', 'd'] as const;
const VERSIONS = ['1.0.0', '1.1.0', '2.0.0', '1.0.0-2023.2', '2.0.0-beta'] as const;
const range = fc.constantFrom(
  '',
  '^1.0.0',
  '1.0.0',
  '>=1.1.0',
  '<2',
  '2.x',
  '^3',
  '1.0.0 || 2.0.0',
);
const requirement = fc.record({ name: fc.constantFrom(...NAMES, 'nowhere'), range });
const candidate = fc.record(
  {
    version: fc.constantFrom(...VERSIONS),
    requires: fc.uniqueArray(requirement, { maxLength: 3, selector: ({ name }) => name }),
    unavailable: fc.constantFrom('needs app-x', 'is not signed'),
  },
  { requiredKeys: ['version', 'requires'] },
);
const candidates = fc.uniqueArray(
  fc.oneof(
    { weight: 5, arbitrary: candidate.map(({ version, requires }) => ({ version, requires })) },
    candidate,
  ),
  { maxLength: 4, selector: ({ version }) => version },
);
const problem: fc.Arbitrary<Problem> = fc.record({
  packages: fc.tuple(
    ...NAMES.map((name) =>
      fc.record({ name: fc.constant(name), candidates, isKept: fc.boolean() }),
    ),
  ),
  demands: fc.array(
    fc.record({ name: fc.constantFrom(...NAMES), range, why: fc.constant('asked for') }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
});

const pack = (
  name: string,
  versions: Readonly<Record<string, Readonly<Record<string, string>>>>,
): SolvablePackage => ({
  name,
  candidates: Object.entries(versions).map(([version, requires]) => ({
    version,
    requires: Object.entries(requires).map(([needed, text]) => ({ name: needed, range: text })),
  })),
});
const asked = (name: string, text = '') => ({ name, range: text, why: 'asked for' });

const versionsOf = (given: Problem): Readonly<Record<string, string>> => {
  const end = solve(given);
  if (end.kind !== 'solved') throw new Error(JSON.stringify(end));
  return Object.fromEntries(
    [...toChoice(given, end.chosen)].map(([name, { version }]) => [name, version]),
  );
};

describe('solve', () => {
  it('finds a solution exactly when there is one, and every range holds in it', () => {
    const outcomes = { solved: 0, unsolvable: 0, 'given-up': 0 };
    fc.assert(
      fc.property(problem, (given) => {
        const end = solve(given);
        expect(end.kind).not.toBe('given-up');
        const found =
          end.kind === 'solved' ? [toChoice(given, end.chosen)] : choices(given.packages);
        outcomes[end.kind] += 1;
        expect(found.filter((choice) => holds(given, choice))).toHaveLength(
          end.kind === 'solved' ? 1 : 0,
        );
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(outcomes.solved, outcomes.unsolvable)).toBeGreaterThan(300);
  });

  it('takes no package along that nothing in the solution needs', () => {
    fc.assert(
      fc.property(problem, (given) => {
        const end = solve(given);
        if (end.kind !== 'solved') return;
        const chosen = toChoice(given, end.chosen);
        const needed = new Set(given.demands.map(({ name }) => name));
        for (const name of needed)
          chosen.get(name)?.requires.forEach((one) => needed.add(one.name));
        expect(new Set(chosen.keys())).toEqual(needed);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives what was asked for first the best version that goes at all', () => {
    fc.assert(
      fc.property(problem, (given) => {
        const packages = given.packages.map((one) => ({ ...one, isKept: false }));
        const end = solve({ ...given, packages });
        const [first] = given.demands;
        if (end.kind !== 'solved' || !first) return;
        const all = packages.find(({ name }) => name === first.name)?.candidates ?? [];
        const possible = choices(packages).filter((choice) => holds(given, choice));
        const best = all.findIndex((one) =>
          possible.some((choice) => choice.get(first.name) === one),
        );
        expect(end.chosen.get(first.name)).toBe(best);
      }),
      { numRuns: 1000 },
    );
  });

  it('decides the same in whatever order the packages come', () => {
    fc.assert(
      fc.property(problem, (given) => {
        const turned = solve({ ...given, packages: given.packages.toReversed() });
        const end = solve(given);
        expect(turned).toEqual(end);
        expect(turned.kind === 'solved' ? [...turned.chosen] : []).toEqual(
          end.kind === 'solved' ? [...end.chosen] : [],
        );
      }),
      { numRuns: 500 },
    );
  });

  it('goes around in circles without harm', () => {
    const packages = [
      pack('a', { '2.0.0': { b: '^2.0.0' }, '1.0.0': { b: '^1.0.0' } }),
      pack('b', { '2.0.0': { a: '^1.0.0' }, '1.0.0': { a: '^1.0.0', b: '1.x' } }),
    ];
    expect(versionsOf({ packages, demands: [asked('a')] })).toEqual({ a: '1.0.0', b: '1.0.0' });
  });

  it('keeps what is there where the best version of a new package would change it', () => {
    const packages = [
      pack('new', { '1.0.0': { tool: '' } }),
      pack('tool', { '3.0.0': { base: '^2.0.0' }, '2.0.0': { base: '^1.0.0' } }),
      { ...pack('base', { '1.0.0': {}, '2.1.0': {}, '2.0.0': {} }), isKept: true },
    ];
    const demands = [asked('new'), { name: 'base', range: '', why: 'installed' }];
    expect(versionsOf({ packages, demands })).toEqual({
      new: '1.0.0',
      tool: '2.0.0',
      base: '1.0.0',
    });
  });

  it('changes what is there where what was asked for needs it', () => {
    const packages = [
      pack('new', { '2.0.0': { base: '^2.0.0' }, '1.0.0': {} }),
      { ...pack('base', { '1.0.0': {}, '2.1.0': {}, '2.0.0': {} }), isKept: true },
      { ...pack('user', { '1.0.0': { base: '^1.0.0' }, '1.1.0': { base: '>=1' } }), isKept: true },
    ];
    const demands = [
      asked('new'),
      ...['base', 'user'].map((name) => ({ ...asked(name), why: 'installed' })),
    ];
    expect(versionsOf({ packages, demands })).toEqual({
      new: '2.0.0',
      base: '2.1.0',
      user: '1.1.0',
    });
  });

  it('says which package requires what, and why nothing fits', () => {
    const packages = [
      pack('a', { '2.0.0': { base: '^2.0.0' }, '2.1.0': { base: '^2.0.0' } }),
      pack('b', { '1.0.0': { base: '^1.0.0' } }),
      pack('base', { '2.0.0': {}, '1.0.0': {} }),
    ];
    const end = solve({ packages, demands: [asked('a'), { ...asked('b'), why: 'installed' }] });
    expect(end).toEqual({
      kind: 'unsolvable',
      reasons: [
        'Because every version of a requires base ^2.0.0, and b 1.0.0 requires base ^1.0.0, every version of a and b 1.0.0 cannot be combined.',
        'And because a is needed (asked for), and every version of a and b 1.0.0 cannot be combined, b 1.0.0 cannot be taken.',
        'And because b is needed (installed), and b 1.0.0 cannot be taken, nothing fits.',
      ],
    });
  });

  it('names what there is where nothing lies in a range', () => {
    const packages = [
      pack('a', { '1.0.0': { base: '^3.0.0' } }),
      pack('base', { '2.0.0': {}, '1.0.0': {} }),
    ];
    const reasonsOf = (demands: Problem['demands']) => solve({ packages, demands });
    expect(reasonsOf([asked('a')])).toEqual({
      kind: 'unsolvable',
      reasons: [
        'Because a 1.0.0 requires base ^3.0.0 (there are 1.0.0 to 2.0.0), and a is needed (asked for), nothing fits.',
      ],
    });
    expect(reasonsOf([asked('base', '^9')])).toEqual({
      kind: 'unsolvable',
      reasons: ['Base ^9 (there are 1.0.0 to 2.0.0) is needed (asked for), so nothing fits.'],
    });
    expect(reasonsOf([asked('gone')])).toEqual({
      kind: 'unsolvable',
      reasons: ['Gone (there is no gone) is needed (asked for), so nothing fits.'],
    });
  });

  it('gives up on a search without end instead of holding up everything else', () => {
    // Twelve pigeons, eleven holes: every proof is long.
    const holes = Array.from({ length: 11 }, (_, hole) => hole);
    const pigeons = Array.from({ length: 12 }, (_, at) => `p${at}`);
    const packages: SolvablePackage[] = [
      ...pigeons.map((name) =>
        pack(
          name,
          Object.fromEntries(
            holes.map((hole) => [`${hole}.0.0`, { [`h${hole}`]: `${pigeons.indexOf(name)}.0.0` }]),
          ),
        ),
      ),
      ...holes.map((hole) =>
        pack(`h${hole}`, Object.fromEntries(pigeons.map((_, at) => [`${at}.0.0`, {}]))),
      ),
    ];
    const end = solve({ packages, demands: pigeons.map((name) => asked(name)), effortMax: 20_000 });
    expect(end.kind).toBe('given-up');
  });
});
