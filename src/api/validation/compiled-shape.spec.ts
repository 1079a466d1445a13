import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { Free, FreeObject, ListOf, MapOf, Nested } from '../fields/structures.js';
import { Decimal, EpochMs, Flag, Instant, OneOf, Release, Text, Whole } from '../fields/values.js';
import { OpenShape } from '../shapes/open-shape.decorator.js';
import { validateByClass } from './class-validation.js';
import { compiledShape, NOT_SURE } from './compiled-shape.js';

class Rule {
  @OneOf(['contains', 'regex']) readonly type!: string;
  @Text({ max: 8 }) readonly evaluation!: string;
  @Flag({ optional: true }) readonly passRule?: boolean;
}

class Document {
  @Text({ min: 1, max: 10 }) readonly name!: string;
  @Text({ optional: true, pattern: /^[a-z]+$/ }) readonly slug?: string;
  @Whole({ min: -5, max: 5, optional: true, nullable: true }) readonly x?: number | null;
  @Whole({ optional: true, digits: true, min: 0 }) readonly start?: number;
  @Decimal({ optional: true, max: 10 }) readonly ratio?: number;
  @EpochMs({ optional: true }) readonly at?: number;
  @Instant({ optional: true }) readonly since?: string;
  @Release({ optional: true }) readonly release?: string;
  @ListOf('text', { optional: true, maxItems: 3 }) readonly groups?: readonly string[];
  @ListOf('object', { optional: true }) readonly items?: readonly object[];
  @ListOf(() => Rule, { optional: true }) readonly rules?: readonly Rule[];
  @MapOf(() => Rule, { optional: true }) readonly byName?: Readonly<Record<string, Rule>>;
  @MapOf('flag', { optional: true }) readonly flags?: Readonly<Record<string, boolean>>;
  @MapOf('free', { optional: true }) readonly frees?: Readonly<Record<string, unknown>>;
  @Free({ optional: true }) readonly free?: unknown;
  @FreeObject({ optional: true, nullable: true }) readonly freeObject?: object | null;
  @Nested(() => Rule, { optional: true }) readonly rule?: Rule;
}

class Tree {
  @Text() readonly name!: string;
  @ListOf(() => Tree, { optional: true }) readonly children?: readonly Tree[];
  @Nested(() => Tree, { optional: true, nullable: true }) readonly only?: Tree | null;
}

@OpenShape()
class Open {
  @Whole() readonly count!: number;
  @Nested(() => Rule, { optional: true }) readonly rule?: Rule;
}

/** Values that are right, wrong or nearly so, for any field. */
const VALUES: readonly unknown[] = [
  null,
  true,
  'true',
  0,
  -1,
  5,
  6,
  1.5,
  1e300,
  '',
  '5',
  '007',
  '1e3',
  '-1',
  '9'.repeat(17),
  'abc',
  'Abc',
  'contains',
  '\u{1f600}'.repeat(10),
  'e\ufe0f'.repeat(10),
  'x'.repeat(11),
  '2024-02-29T10:00:00Z',
  '2023-02-29T10:00:00Z',
  '2023.2',
  2023.2,
  'hasOwnProperty',
  [],
  {},
  [null],
  [[]],
  [{}],
  ['a', 'b'],
  ['a', 'b', 'c', 'd'],
  { type: 'contains', evaluation: 'x' },
  [{ type: 'regex', evaluation: 'x', passRule: false }],
  { toString: { type: 'regex', evaluation: '' } },
  { name: 'leaf', children: [{ name: 'x' }] },
];

const rule = { type: 'contains', evaluation: 'x', passRule: true };
const RULES: readonly unknown[] = [rule, { type: 'regex', evaluation: '' }];
const DOCUMENTS: readonly unknown[] = [
  { name: 'a' },
  {
    name: 'a',
    slug: 'abc',
    x: null,
    start: '12',
    ratio: 0.5,
    at: 1,
    release: 2023.2,
    since: '2024-02-29T10:00:00.123+02:00',
    groups: ['a'],
    items: [{ a: 1 }, {}],
    rules: [rule, rule],
    byName: { a: rule, 'b/c': rule },
    flags: { toString: true },
    frees: { valueOf: [] },
    free: [{ a: [] }],
    freeObject: { toString: 1 },
    rule,
  },
  { name: 'b', x: 5, start: 3, freeObject: null, byName: {}, rules: [], release: '2020.10' },
];
const leaf = { name: 'leaf', children: [], only: null };
const TREES: readonly unknown[] = [
  leaf,
  { name: 'root', children: [leaf, { name: 'inner', children: [leaf], only: leaf }], only: leaf },
];
const OPEN: readonly unknown[] = [{ count: 1 }, { count: 2, rule, more: [1], toString: 1 }];

const anything = fc.oneof(
  { arbitrary: fc.constantFrom(...VALUES), weight: 9 },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
);
const key = fc.constantFrom(
  ...['toString', '__proto__', 'constructor', 'valueOf', 'then', '0', '', 'name', 'rules', 'x'],
  ...['slug', 'start', 'ratio', 'since', 'groups', 'items', 'byName', 'flags', 'rule', 'only'],
);

interface Mutation {
  readonly steps: readonly number[];
  readonly kind: 'replace' | 'remove' | 'add';
  readonly key: string;
  readonly value: unknown;
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  steps: fc.array(fc.nat(20), { maxLength: 4 }),
  kind: fc.constantFrom('replace', 'remove', 'add'),
  key,
  value: anything,
});

/** Follows the steps into the value, as far as they lead, and changes what is there. */
function mutate(value: unknown, { steps, ...change }: Mutation): unknown {
  if (typeof value !== 'object' || value === null) return change.value;
  const entries = Object.entries(value as Record<string, unknown>);
  const [step, ...deeper] = steps;
  const at = step === undefined ? -1 : step % Math.max(entries.length, 1);
  const found = entries[at];
  const changed =
    found === undefined
      ? [...entries, [change.key, change.value] as const]
      : entries.flatMap((entry, index) =>
          index === at ? changeEntry(found, deeper, change) : [entry],
        );
  if (Array.isArray(value)) return changed.map(([, item]) => item);
  return Object.fromEntries(changed);
}

function changeEntry(
  [name, value]: readonly [string, unknown],
  deeper: readonly number[],
  change: Omit<Mutation, 'steps'>,
): (readonly [string, unknown])[] {
  if (deeper.length > 0) return [[name, mutate(value, { ...change, steps: deeper })]];
  if (change.kind === 'remove') return [];
  if (change.kind === 'add')
    return [
      [name, value],
      [change.key, change.value],
    ];
  return [[name, change.value]];
}

const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** What the libraries alone make of it, without anything of the house but the decorators. */
function libraryAccepts(type: new () => object, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const instance = plainToInstance(type, value);
  return validateSync(instance, { whitelist: true, forbidNonWhitelisted: true }).length === 0;
}

const UNSEEN_KEYS = ['toString', 'valueOf', 'constructor', '__proto__', 'then'];

/** Where class-validator is known to be wrong: keys it does not see, lists in place of items. */
function isBeyondLibrary(value: unknown, isMap = false): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, child]) =>
      UNSEEN_KEYS.includes(name) ||
      (Array.isArray(child) && (isMap || Array.isArray(value))) ||
      isBeyondLibrary(child, name === 'byName'),
  );
}

const CASES: [string, new () => object, readonly unknown[]][] = [
  ['a document with fields of every kind', Document, DOCUMENTS],
  ['a class that holds itself', Tree, TREES],
  ['an open shape', Open, OPEN],
  ['a small object', Rule, RULES],
];
const RUNS = 5_000;

/** Right values with up to two changes anywhere in them, as they would come out of a body. */
const sentLike = (valid: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...valid), fc.array(mutation, { maxLength: 2 }))
    .map(([value, mutations]) => asSent(mutations.reduce(mutate, value)));

describe('a compiled validator', () => {
  it.each(CASES)('agrees with class-validator on mutations of %s', (_, type, valid) => {
    let accepted = 0;
    const agrees = (sent: unknown): void => {
      const before = JSON.stringify(sent);
      const read = compiledShape(type).read(sent);
      const judged = validateByClass(type, sent);
      expect(read === NOT_SURE).toBe(judged.kind === 'invalid');
      expect(judged.kind === 'valid' ? judged.value : NOT_SURE).toEqual(read);
      expect(JSON.stringify(sent)).toBe(before);
      if (read !== NOT_SURE) accepted += 1;
    };
    fc.assert(fc.property(sentLike(valid), agrees), { numRuns: RUNS });
    expect(accepted).toBeGreaterThan(RUNS / 10);
    expect(accepted).toBeLessThan(RUNS - RUNS / 10);
  });

  it.each(CASES.filter(([, type]) => type !== Open))(
    'agrees with the libraries alone on mutations of %s',
    (_, type, valid) => {
      const agrees = (sent: unknown): void => {
        fc.pre(!isBeyondLibrary(sent));
        const read = compiledShape(type).read(sent);
        expect(read !== NOT_SURE).toBe(libraryAccepts(type, sent));
      };
      fc.assert(fc.property(sentLike(valid), agrees), { numRuns: RUNS / 2 });
    },
  );
});
