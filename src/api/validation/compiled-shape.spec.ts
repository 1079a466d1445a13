import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
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

const rule = fc.record(
  {
    type: fc.constantFrom('contains', 'regex'),
    evaluation: fc.string({ maxLength: 8 }),
    passRule: fc.boolean(),
  },
  { requiredKeys: ['type', 'evaluation'] },
);
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const document = fc.record(
  {
    name: text,
    slug: fc.constantFrom('abc', 'Abc', ''),
    x: fc.oneof(fc.integer({ min: -6, max: 6 }), fc.constant(null)),
    start: fc.oneof(fc.nat(), fc.constantFrom('12', '007', '1e3', '', '-1', '9'.repeat(17))),
    ratio: fc.double({ max: 11 }),
    at: fc.integer(),
    since: fc.constantFrom('2024-02-29T10:00:00Z', '2023-02-29T10:00:00Z', '2024-01-01'),
    release: fc.oneof(fc.constantFrom('2023.2', 'x', '1.2.3.4.5'), fc.double()),
    groups: fc.array(text, { maxLength: 4 }),
    items: fc.array(fc.object()),
    rules: fc.array(rule, { maxLength: 3 }),
    byName: fc.dictionary(text, rule, { maxKeys: 3 }),
    flags: fc.dictionary(text, fc.boolean(), { maxKeys: 3 }),
    frees: fc.dictionary(text, fc.jsonValue(), { maxKeys: 3 }),
    free: fc.jsonValue(),
    freeObject: fc.oneof(fc.object(), fc.constant(null)),
    rule,
  },
  { requiredKeys: ['name'] },
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.record(
    {
      name: text,
      children: fc.array(tie('tree'), { maxLength: 2 }),
      only: fc.oneof(tie('tree'), fc.constant(null)),
    },
    { requiredKeys: ['name'] },
  ),
}));
const open = fc.record(
  { count: fc.integer(), rule, more: fc.jsonValue() },
  { requiredKeys: ['count'] },
);

/** Any JSON, and the values that are almost right. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, '', '5', 5, -1, 1.5, true, [], {}, [[]], [null], [{}], '1'.repeat(400)),
);
const key = fc.oneof(
  fc.constantFrom('toString', '__proto__', 'constructor', 'valueOf', 'name', 'rules', '0', 'then'),
  fc.string({ maxLength: 4 }),
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

/** Where class-validator is known to be wrong: lists in place of objects, keys it cannot see. */
const isBeyondLibrary = (value: unknown): boolean =>
  /\[\s*\[|"(toString|valueOf|constructor|__proto__|then)"/.test(JSON.stringify(value));

const RUNS = 6_000;
const CASES: [string, new () => object, fc.Arbitrary<unknown>][] = [
  ['a document with fields of every kind', Document, document],
  ['a class that holds itself', Tree, tree],
  ['an open shape', Open, open],
  ['a small object', Rule, rule],
];

describe('a compiled validator', () => {
  it.each(CASES)('agrees with class-validator on mutations of %s', (_, type, valid) => {
    let accepted = 0;
    let refused = 0;
    const mutated = fc.tuple(valid, fc.array(mutation, { maxLength: 2 }));
    fc.assert(
      fc.property(mutated, ([value, mutations]) => {
        const sent = asSent(mutations.reduce(mutate, value));
        const before = JSON.stringify(sent);
        const read = compiledShape(type).read(sent);
        const judged = validateByClass(type, sent);
        expect(read === NOT_SURE).toBe(judged.kind === 'invalid');
        expect(judged.kind === 'valid' ? judged.value : NOT_SURE).toEqual(read);
        expect(JSON.stringify(sent)).toBe(before);
        if (read === NOT_SURE) refused += 1;
        else accepted += 1;
      }),
      { numRuns: RUNS },
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(RUNS / 20);
  });

  it.each(CASES.filter(([, type]) => type !== Open))(
    'agrees with the libraries alone on mutations of %s',
    (_, type, valid) => {
      const mutated = fc.tuple(valid, fc.array(mutation, { maxLength: 2 }));
      fc.assert(
        fc.property(mutated, ([value, mutations]) => {
          const sent = asSent(mutations.reduce(mutate, value));
          fc.pre(!isBeyondLibrary(sent));
          const read = compiledShape(type).read(sent);
          expect(read !== NOT_SURE).toBe(libraryAccepts(type, sent));
        }),
        { numRuns: 2_000 },
      );
    },
  );
});
