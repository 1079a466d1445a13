import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ADVANTAGES, type NamedCandidate, shadowedPackages } from './shadowed-packages.js';
import { visibilityIntervals } from './visibility-intervals.js';

type Place = Partial<NamedCandidate> & { readonly config: string };

function candidate(place: Place, at: number): NamedCandidate {
  const ref = place.ref ?? `p${String(at)}`;
  return {
    id: String(at),
    name: '@acme/x',
    release: 20,
    version: '1.0.0',
    isDefaultBranch: false,
    source: `${place.config} ${ref}`,
    ...place,
    ref,
  };
}

function visibilityOf(candidates: readonly NamedCandidate[], enabled: readonly string[]) {
  const configs = new Set(candidates.map(({ config }) => config));
  return {
    own: new Map(
      [...configs].flatMap((name) => [
        ...visibilityIntervals(candidates.filter(({ config }) => config === name)),
      ]),
    ),
    merged: visibilityIntervals(candidates.filter(({ config }) => enabled.includes(config))),
    enabled,
  };
}

/** Who stands behind whom, as `shown > behind: why`. */
function told(places: readonly Place[], enabled = ['@a', '@b']): readonly string[] {
  const candidates = places.map(candidate);
  const found = shadowedPackages(candidates, visibilityOf(candidates, enabled));
  return candidates.flatMap(({ id, config, name, version }) =>
    (found.get(id) ?? []).map((one) => {
      const [winner, loser] = [`${config} ${name} ${version}`, `${one.config} ${one.name}`];
      return `${winner} > ${loser} ${one.version}: ${one.advantage}`;
    }),
  );
}

describe('shadowedPackages', () => {
  it.each<[string, Place[], string[]]>([
    [
      'the higher version counts',
      [
        { config: '@a', version: '1.0.0' },
        { config: '@b', version: '2.0.0' },
      ],
      ['@b @acme/x 2.0.0 > @a @acme/x 1.0.0: version'],
    ],
    [
      'the higher release counts, and below it the lower one',
      [
        { config: '@a', version: '9.0.0', release: 10 },
        { config: '@b', version: '2.0.0', release: 20 },
      ],
      [
        '@a @acme/x 9.0.0 > @b @acme/x 2.0.0: nearer',
        '@b @acme/x 2.0.0 > @a @acme/x 9.0.0: release',
      ],
    ],
    [
      'a release branch counts before a default branch',
      [{ config: '@a', version: '9.0.0', isDefaultBranch: true }, { config: '@b' }],
      [
        '@a @acme/x 9.0.0 > @b @acme/x 1.0.0: default-branch',
        '@b @acme/x 1.0.0 > @a @acme/x 9.0.0: branch',
      ],
    ],
    [
      'of equal ones the first configuration counts',
      [{ config: '@b' }, { config: '@a' }],
      ['@a @acme/x 1.0.0 > @b @acme/x 1.0.0: config'],
    ],
    [
      'in one repository the first place counts',
      [
        { config: '@a', ref: 'y', name: '@acme/X' },
        { config: '@a', ref: 'x' },
      ],
      ['@a @acme/x 1.0.0 > @a @acme/X 1.0.0: place'],
    ],
    ['disabled repositories rival nobody', [{ config: '@a' }, { config: '@off' }], []],
    [
      'branches of one project are no rivals',
      [
        { config: '@a', source: 'p', release: 10 },
        { config: '@a', source: 'p', release: 20, version: '2.0.0', name: '@acme/X' },
        { config: '@a', source: 'p', isDefaultBranch: true },
      ],
      [],
    ],
  ])('%s', (_, places, expected) => {
    expect(told(places)).toEqual(expected);
  });

  it('names no more than twenty that stand behind one', () => {
    const places = Array.from({ length: 50 }, () => ({ config: '@a' }));
    expect(told(places)).toHaveLength(20);
  });

  it('looks at no more of them than it names', () => {
    let looks = 0;
    const candidates = Array.from({ length: 300 }, (_, at) => {
      const one = candidate({ config: '@a', release: at }, at);
      const { source } = one;
      return Object.defineProperty(one, 'source', {
        get: () => {
          looks += 1;
          return source;
        },
      });
    });
    const visibility = visibilityOf(candidates, ['@a']);
    expect(shadowedPackages(candidates, visibility).size).toBe(300);
    expect(looks).toBeLessThan(300 * 50);
  });

  it('tells of every project that shows nothing where it would have shown something', () => {
    const entry = fc.record({
      config: fc.constantFrom('@a', '@b'),
      ref: fc.constantFrom('x', 'y', 'z'),
      release: fc.integer({ min: 1, max: 4 }),
      version: fc.constantFrom('1.0.0', '1.1.0', '2.0.0'),
      isDefaultBranch: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 8 }),
        fc.integer({ min: 0, max: 5 }),
        (places, asked) => {
          const candidates = places.map(candidate);
          const visibility = visibilityOf(candidates, ['@a', '@b']);
          const found = shadowedPackages(candidates, visibility);
          const isShownFor = (id: string, all = visibility.merged) => {
            const { from, until } = all.get(id) ?? { from: 1, until: 0 };
            return from <= asked && asked < until;
          };
          const shown = candidates.find(({ id }) => isShownFor(id));
          const sources = new Set(candidates.map(({ source }) => source));
          expect(new Set((shown && found.get(shown.id))?.map(({ config }) => config))).toEqual(
            new Set(
              candidates
                .filter(({ source }) => source !== shown?.source)
                .map(({ config }) => config),
            ),
          );
          expect((shown && found.get(shown.id))?.length ?? 0).toBe(Math.max(0, sources.size - 1));
          for (const one of [...found.values()].flat()) {
            expect(ADVANTAGES).toContain(one.advantage);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
