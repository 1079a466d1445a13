import { describe, expect, it } from 'vitest';
import { foldText } from '../../../kernel/folded-text.js';
import {
  dependenciesFirst,
  type Dependency,
  type InstalledVersion,
  type OfferedEntry,
  type PackageWorld,
} from './package-world.js';
import { type InstallPolicy, resolveInstalls } from './resolve-installs.js';
import { type Resolution } from './resolution.js';

const RUNNING = 2023_002;
const STRICT: InstallPolicy = { isLenient: false, isAlone: false };

const dependenciesOf = (needs: Readonly<Record<string, string>>): readonly Dependency[] =>
  Object.entries(needs).map(([name, range]) => ({ name, range }));

const entry = (
  named: string,
  needs: Readonly<Record<string, string>> = {},
  more: Partial<OfferedEntry> = {},
): OfferedEntry => {
  const [name = '', version = ''] = named.split(' ');
  return {
    config: '@acme',
    ref: `${name}/${version}`,
    name,
    nameFolded: foldText(name),
    version,
    releaseKey: RUNNING,
    line: { kind: 'place', name: null },
    dependencies: dependenciesOf(needs),
    contentId: `content of ${named}`,
    integrity: `integrity of ${named}`,
    signature: { state: 'unchecked', key: null },
    ...more,
  };
};

const installed = (
  named: string,
  needs: Readonly<Record<string, string>> = {},
): InstalledVersion => {
  const [name = '', version = ''] = named.split(' ');
  return {
    id: `id of ${name}`,
    name,
    nameFolded: foldText(name),
    version,
    revision: 3,
    dependencies: dependenciesOf(needs),
  };
};

interface Given {
  readonly offered?: readonly OfferedEntry[];
  readonly installed?: readonly InstalledVersion[];
  readonly asked?: readonly string[];
  readonly config?: string;
  readonly removed?: readonly string[];
  readonly signed?: readonly string[];
}

const worldOf = (given: Given): PackageWorld => {
  const offered = new Map<string, OfferedEntry[]>();
  for (const one of given.offered ?? []) {
    offered.set(one.nameFolded, [...(offered.get(one.nameFolded) ?? []), one]);
  }
  return {
    offered,
    installed: new Map((given.installed ?? []).map((one) => [one.nameFolded, one])),
    uploaded: new Map(),
    asked: new Map(
      (given.asked ?? []).map((named) => {
        const [name = '', version] = named.split(' ');
        const nameFolded = foldText(name);
        return [nameFolded, { nameFolded, config: given.config, version }];
      }),
    ),
    removed: new Set(given.removed),
    system: {
      release: '2023.2',
      adapters: new Map([['adapter-nso', '2023.2']]),
      packages: new Map(),
      offered: new Set(),
    },
    releaseKey: RUNNING,
    signedConfigs: new Set(given.signed),
  };
};

const resolve = (given: Given, policy = STRICT): Resolution =>
  resolveInstalls(worldOf(given), policy);

const steps = ({ packages }: Resolution): readonly string[] =>
  packages.map(({ action, name, from, to }) => [action, name, from ?? '-', to ?? '-'].join(' '));

describe('resolveInstalls', () => {
  it('takes along what is needed, dependencies first', () => {
    const offered = [
      entry('@acme/app 1.0.0', { '@acme/base': '^1.0.0', 'app-mop': '>=2023.1' }),
      entry('@acme/base 1.2.0', { '@acme/core': '' }),
      entry('@acme/base 2.0.0'),
      entry('@acme/core 1.0.0'),
    ];
    const resolution = resolve({ offered, asked: ['@acme/app'] });
    expect(steps(resolution)).toEqual([
      'add @acme/core - 1.0.0',
      'add @acme/base - 1.2.0',
      'add @acme/app - 1.0.0',
    ]);
    expect(resolution.packages[1]).toEqual({
      name: '@acme/base',
      nameFolded: '@acme/base',
      action: 'add',
      from: null,
      to: '1.2.0',
      source: {
        kind: 'repository',
        config: '@acme',
        ref: '@acme/base/1.2.0',
        contentId: 'content of @acme/base 1.2.0',
        integrity: 'integrity of @acme/base 1.2.0',
        signature: { state: 'unchecked', key: null },
        signatureText: null,
      },
      installed: null,
      isAsked: false,
      requiredBy: [{ name: '@acme/app', version: '1.0.0', range: '^1.0.0' }],
    });
    expect(resolution).toMatchObject({ missing: [], mismatching: [], problems: [], notes: [] });
  });

  it('keeps what is installed, and names what is kept for somebody', () => {
    const offered = [entry('a 1.0.0', { b: '>=1' }), entry('b 3.0.0'), entry('c 2.0.0')];
    const there = [installed('b 1.0.0'), installed('c 1.0.0')];
    expect(steps(resolve({ offered, installed: there, asked: ['a'] }))).toEqual([
      'add a - 1.0.0',
      'keep b 1.0.0 1.0.0',
    ]);
  });

  it('upgrades and downgrades what has to change, also those that need it, and says so', () => {
    const offered = [
      entry('a 1.0.0', { b: '^2', d: '^1' }),
      entry('b 2.1.0'),
      entry('user 1.1.0', { b: '>=1' }),
      entry('d 1.4.0'),
    ];
    const there = [
      installed('b 1.0.0'),
      installed('user 1.0.0', { b: '^1' }),
      installed('d 2.0.0'),
    ];
    const resolution = resolve({ offered, installed: there, asked: ['a'] });
    expect(new Set(steps(resolution))).toEqual(
      new Set([
        'upgrade b 1.0.0 2.1.0',
        'downgrade d 2.0.0 1.4.0',
        'add a - 1.0.0',
        'upgrade user 1.0.0 1.1.0',
      ]),
    );
    expect(resolution.notes).toEqual(["'d' goes back from 2.0.0 to 1.4.0, as 'a' requires ^1"]);
    expect(resolution.problems).toEqual([]);
  });

  it('says who requires what where nothing fits', () => {
    const offered = [entry('a 1.0.0', { b: '^2' }), entry('b 2.0.0'), entry('user 1.0.0')];
    const there = [installed('b 1.0.0'), installed('holder 1.0.0', { b: '^1' })];
    const resolution = resolve({ offered, installed: there, asked: ['a'] });
    expect(resolution.problems).toEqual([
      {
        code: 'unsolvable',
        detail: "No versions go together with 'a'",
        reasons: [
          'Because a 1.0.0 requires b ^2, and holder 1.0.0 requires b ^1, a 1.0.0 and holder 1.0.0 cannot be combined.',
          'And because a is needed (asked for), and a 1.0.0 and holder 1.0.0 cannot be combined, holder 1.0.0 cannot be taken.',
          'And because holder is needed (installed), and holder 1.0.0 cannot be taken, nothing fits.',
        ],
      },
    ]);
    const forced = resolve(
      { offered, installed: there, asked: ['a'] },
      { isLenient: true, isAlone: false },
    );
    expect(forced.problems).toEqual([]);
    expect(forced.mismatching).toEqual([
      { dependency: 'b', range: '^2', running: '1.0.0', requiredBy: ['a'] },
    ]);
  });

  it('leaves alone what was broken before', () => {
    const offered = [entry('a 1.0.0')];
    const there = [installed('holder 1.0.0', { a: '^2', gone: '' })];
    const resolution = resolve({ offered, installed: there, asked: ['a'] });
    expect(steps(resolution)).toEqual(['add a - 1.0.0']);
    expect(resolution.problems).toEqual([]);
  });

  it('takes an older version where a newer one needs what does not run here', () => {
    const offered = [
      entry('a 2.0.0', { 'app-mop': '>=2030.1' }, { mergedShelf: { from: 0, until: 9e12 } }),
      entry('a 1.0.0', { '@any/adapter-nso': '' }),
    ];
    const resolution = resolve({ offered, asked: ['a'] });
    expect(steps(resolution)).toEqual(['add a - 1.0.0']);
    expect(resolution.notes).toEqual(["'a' is taken in version 1.0.0, as 2.0.0 does not fit here"]);
    expect(steps(resolve({ offered, asked: ['a 2.0.0'] }))).toEqual(['add a - 2.0.0']);
  });

  it('names what is missing and what runs too old; force makes it none of its business', () => {
    const offered = [
      entry('a 1.0.0', { 'app-mop': '>=2030.1', 'adapter-x': '', '@acme/b': '' }),
      entry('@acme/b 1.0.0', { 'adapter-x': '' }),
    ];
    const resolution = resolve({ offered, asked: ['a'] });
    expect(resolution).toMatchObject({
      missing: [{ dependency: 'adapter-x', range: '', requiredBy: ['@acme/b', 'a'] }],
      mismatching: [
        { dependency: 'app-mop', range: '>=2030.1', running: '2023.2', requiredBy: ['a'] },
      ],
      problems: [
        {
          code: 'not-installable',
          detail:
            "Package 'a' needs what does not run here: adapter-x, app-mop >=2030.1 (2023.2 runs here)",
        },
      ],
    });
    const forced = resolve({ offered, asked: ['a'] }, { isLenient: true, isAlone: false });
    expect(forced.problems).toEqual([]);
    expect(steps(forced)).toEqual(['add @acme/b - 1.0.0', 'add a - 1.0.0']);
  });

  it('says what of the installed is broken where that is forced, and not what was broken before', () => {
    const given = {
      offered: [entry('base 2.0.0')],
      installed: [
        installed('base 1.0.0'),
        installed('needy 3.0.0', { base: '^1.0.0' }),
        installed('easy 1.0.0', { base: '>=1.0.0' }),
        installed('broken 1.0.0', { base: '^3.0.0' }),
      ],
      asked: ['base'],
    };
    const { problems, notes } = resolve(given, { isLenient: true, isAlone: false });
    expect(problems).toEqual([]);
    expect(notes).toEqual(["'needy' 3.0.0 requires base ^1.0.0, and will find 2.0.0"]);
  });

  it('takes nothing along when asked for one alone', () => {
    const offered = [entry('a 1.0.0', { b: '^1' }), entry('b 1.0.0')];
    const resolution = resolve({ offered, asked: ['a'] }, { isLenient: false, isAlone: true });
    expect(steps(resolution)).toEqual(['add a - 1.0.0']);
    expect(resolution.missing).toEqual([{ dependency: 'b', range: '^1', requiredBy: ['a'] }]);
    expect(resolution.problems.map(({ code }) => code)).toEqual(['not-installable']);
  });

  it('installs again what is asked for though it is there, and goes back when told to', () => {
    const offered = [entry('a 1.0.0'), entry('a 2.0.0')];
    const there = [installed('a 2.0.0')];
    expect(steps(resolve({ offered, installed: there, asked: ['a'] }))).toEqual([
      'reinstall a 2.0.0 2.0.0',
    ]);
    expect(steps(resolve({ offered, installed: there, asked: ['a 1.0.0'] }))).toEqual([
      'downgrade a 2.0.0 1.0.0',
    ]);
  });

  it('prefers stable versions for this release, and signed ones where they must be', () => {
    const above = { releaseKey: RUNNING + 1 };
    const offered = [
      entry('a 1.0.0', { b: '' }),
      entry('b 3.0.0', {}, above),
      entry('b 2.0.0-beta'),
      entry('b 1.5.0', {}, { config: '@signed' }),
      entry('b 1.4.0', {}, { config: '@signed', signature: { state: 'valid', key: 'k' } }),
    ];
    expect(steps(resolve({ offered, asked: ['a'], signed: ['@signed'] }))[0]).toBe('add b - 1.4.0');
    expect(steps(resolve({ offered, asked: ['a'] }))[0]).toBe('add b - 1.5.0');
    const [app, ...bs] = offered;
    const few = [...(app ? [app] : []), ...bs.slice(0, 2)];
    expect(steps(resolve({ offered: few, asked: ['a'] }))[0]).toBe('add b - 2.0.0-beta');
  });

  it('says which of several places of one version is taken, and why', () => {
    const offered = [
      entry('a 1.0.0', {}, { config: '@two', contentId: 'other', name: 'A' }),
      entry('a 1.0.0', {}, { config: '@one', ref: 'tag', line: { kind: 'tag', name: 'v1.0.0' } }),
      entry('a 1.0.0', {}, { config: '@one', ref: 'branch' }),
    ];
    const { duplicates } = resolve({ offered, asked: ['a'] });
    expect(duplicates).toEqual([
      {
        name: 'a',
        version: '1.0.0',
        taken: { config: '@one', ref: 'branch' },
        others: [{ config: '@two', ref: 'a/1.0.0', isSameContent: false }],
        message:
          "'a' 1.0.0 is taken from '@one' at branch, not from '@two' at a/1.0.0: what the catalogue shows comes first, then the first configuration by name",
      },
    ]);
    const shown = offered.map((one) =>
      one.config === '@two' ? { ...one, mergedShelf: { from: 0, until: 9e12 } } : one,
    );
    const [first] = resolve({ offered: shown, asked: ['a'] }).packages;
    expect(first?.source).toMatchObject({ config: '@two' });
    const [named] = resolve({ offered: shown, asked: ['a'], config: '@one' }).packages;
    expect(named?.source).toMatchObject({ config: '@one', ref: 'branch' });
  });

  it('finds nothing under a name that is removed at the same time', () => {
    const offered = [entry('a 1.0.0', { b: '' }), entry('b 1.0.0')];
    const resolution = resolve({
      offered,
      installed: [installed('b 1.0.0')],
      asked: ['a'],
      removed: ['b'],
    });
    expect(resolution.problems.map(({ code }) => code)).toEqual(['unsolvable']);
  });
});

describe('dependenciesFirst', () => {
  it('orders chains of any length and circles', () => {
    const chain = Array.from({ length: 50_000 }, (_, at) => ({
      nameFolded: String(at).padStart(5, '0'),
      needs: [String(at + 1).padStart(5, '0')],
    }));
    expect(dependenciesFirst(chain)[0]).toBe('49999');
    expect(
      dependenciesFirst([
        { nameFolded: 'a', needs: ['b', 'gone'] },
        { nameFolded: 'b', needs: ['a', 'b'] },
      ]),
    ).toEqual(['b', 'a']);
  });
});
