import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { getMetadataStorage } from 'class-validator';
import { fieldSchema } from '../shapes/shape-schema.js';
import { type Field, shapeOf } from '../shapes/shape.js';
import { validateShape } from '../validation/validate-shape.js';
import { Free, FreeObject, ListOf, MapOf, Nested } from './structures.js';
import {
  Decimal,
  EpochMs,
  Flag,
  Instant,
  ListLimit,
  OneOf,
  Release,
  Text,
  Whole,
} from './values.js';

class Inner {
  @Text() readonly name!: string;
}

type Decorate = (target: object, key: 'field') => void;

/** A class with this one field; the types of the decorators are the subject of other tests. */
function classWith(decorator: unknown): new () => object {
  class Holder {
    readonly field!: unknown;
  }
  (decorator as Decorate)(Holder.prototype, 'field');
  return Holder;
}

function fieldOf(type: new () => object): Field {
  const field = shapeOf(type).fields.get('field');
  if (!field) throw new Error('the decorator declares a field');
  return field;
}

/** The details of what is refused; empty for what is accepted. */
function refusalOf(type: new () => object, value: unknown): string {
  const outcome = validateShape(type, value === undefined ? {} : { field: value });
  if (outcome.kind === 'valid') return '';
  return outcome.faults
    .map(({ pointer, detail }) => `${pointer.replace('#/field', '')} ${detail}`.trim())
    .join(', ');
}

interface Case {
  readonly name: string;
  readonly decorator: unknown;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly (readonly [unknown, string])[];
  readonly schema: object;
  /** What the query string admits beside it. */
  readonly querySchema?: object;
}

const NOT_TEXT: readonly (readonly [unknown, string])[] = [5, true, null, [], {}].map(
  (value) => [value, 'must be text'] as const,
);
const digits = (pattern: string): object => ({ type: 'string', pattern });

const INNER_IN_PLACE = {
  type: 'object',
  additionalProperties: false,
  properties: { name: { type: 'string' } },
  required: ['name'],
};

const CASES: readonly Case[] = [
  {
    name: '@Text()',
    decorator: Text(),
    accepts: ['', 'x', '\u{1f600}', 'x'.repeat(100_000)],
    refuses: [...NOT_TEXT, ['x\ud83d', 'holds a lone surrogate']],
    schema: { type: 'string' },
  },
  {
    name: '@Text() with bounds',
    decorator: Text({ min: 2, max: 3, pattern: /^[a-z😀]*$/u, format: 'password' }),
    accepts: ['ab', 'abc', '\u{1f600}\u{1f600}\u{1f600}'],
    refuses: [
      ['a', 'must have at least 2 characters'],
      ['\u{1f600}', 'must have at least 2 characters'],
      ['abcd', 'must have at most 3 characters'],
      ['AB', 'must match ^[a-z😀]*$'],
    ],
    schema: {
      type: 'string',
      minLength: 2,
      maxLength: 3,
      pattern: '^[a-z😀]*$',
      format: 'password',
    },
  },
  {
    name: '@Text({ min: 1 })',
    decorator: Text({ min: 1 }),
    accepts: ['x'],
    refuses: [['', 'must not be empty']],
    schema: { type: 'string', minLength: 1 },
  },
  {
    name: '@Whole()',
    decorator: Whole({ min: 1, max: 10 }),
    accepts: [1, 10, 5.0],
    refuses: [
      [0, 'must be at least 1'],
      [11, 'must be at most 10'],
      ...['5', 1.5, '', true, null, [5]].map((value) => [value, 'must be an integer'] as const),
    ],
    schema: { type: 'integer', minimum: 1, maximum: 10 },
    querySchema: {
      anyOf: [{ type: 'integer', minimum: 1, maximum: 10 }, digits('^0*[1-9][0-9]{0,15}$')],
    },
  },
  {
    name: '@Whole() without bounds',
    decorator: Whole(),
    accepts: [-5, Number.MAX_SAFE_INTEGER],
    refuses: [[2 ** 53, 'must be at most 9007199254740991']],
    schema: { type: 'integer' },
    querySchema: { anyOf: [{ type: 'integer' }, digits('^-?[0-9]{1,16}$')] },
  },
  {
    name: '@Whole({ digits: true })',
    decorator: Whole({ min: 0, digits: true }),
    accepts: [0, '0', '25', '007'],
    refuses: [
      ...['', ' 5', '1e3', '0x10', '5.0', '9'.repeat(17), true].map(
        (value) => [value, 'must be an integer'] as const,
      ),
      ['-1', 'must be at least 0'],
    ],
    schema: { anyOf: [{ type: 'integer', minimum: 0 }, digits('^[0-9]{1,16}$')] },
  },
  {
    name: '@Decimal()',
    decorator: Decimal({ min: 0, max: 1 }),
    accepts: [0, 0.5, 1],
    refuses: [
      [-0.1, 'must be at least 0'],
      [1.1, 'must be at most 1'],
      ['0.5', 'must be a number'],
    ],
    schema: { type: 'number', minimum: 0, maximum: 1 },
    querySchema: {
      anyOf: [
        { type: 'number', minimum: 0, maximum: 1 },
        digits('^-?[0-9]{1,16}([.][0-9]{1,16})?$'),
      ],
    },
  },
  {
    name: '@Flag()',
    decorator: Flag(),
    accepts: [true, false],
    refuses: ['true', 1, 0, null, ''].map((value) => [value, 'must be true or false'] as const),
    schema: { type: 'boolean' },
    querySchema: {
      anyOf: [
        { type: 'boolean' },
        { type: 'string', enum: ['true', 'True', '1', 'false', 'False', '0'] },
      ],
    },
  },
  {
    name: '@OneOf() of texts',
    decorator: OneOf(['latest', 'current']),
    accepts: ['latest', 'current'],
    refuses: ['', 'LATEST', 1, ['latest']].map(
      (value) => [value, 'must be one of latest, current'] as const,
    ),
    schema: { type: 'string', enum: ['latest', 'current'] },
  },
  {
    name: '@OneOf() of numbers',
    decorator: OneOf([1, -1]),
    accepts: [1, -1],
    refuses: [0, '1', true].map((value) => [value, 'must be one of 1, -1'] as const),
    schema: { type: 'integer', enum: [1, -1] },
    querySchema: { enum: [1, -1, '1', '-1'] },
  },
  {
    name: '@Instant()',
    decorator: Instant(),
    accepts: ['2024-02-29T23:59:59Z', '2000-02-29T00:00:00.123+02:00', '2023-12-31T10:00:00-05:30'],
    refuses: [
      ...[
        '2023-02-29T10:00:00Z',
        '1900-02-29T10:00:00Z',
        '2023-04-31T10:00:00Z',
        '2023-13-01T10:00:00Z',
      ],
      ...[
        '2023-00-10T10:00:00Z',
        '2023-01-00T10:00:00Z',
        '2023-01-01T24:00:00Z',
        '2023-01-01T10:00:00',
      ],
      ...['2023-01-01', '2023-01-01 10:00:00Z', '', 5, null],
    ].map((value) => [value, 'must be an ISO 8601 date-time with a time zone'] as const),
    schema: { type: 'string', format: 'date-time' },
  },
  {
    name: '@EpochMs()',
    decorator: EpochMs(),
    accepts: [0, 1_700_000_000_000],
    refuses: [
      [-1, 'must be at least 0'],
      [8_640_000_000_000_001, 'must be at most 8640000000000000'],
      ['2023-01-01T10:00:00Z', 'must be an integer'],
    ],
    schema: { type: 'integer', minimum: 0, maximum: 8_640_000_000_000_000 },
    querySchema: {
      anyOf: [
        { type: 'integer', minimum: 0, maximum: 8_640_000_000_000_000 },
        digits('^[0-9]{1,16}$'),
      ],
    },
  },
  {
    name: '@Release()',
    decorator: Release(),
    accepts: ['2023.2', '2020.10', '1', '1.2.3.4', 2023.1, 5],
    refuses: ['', 'x', '2023.', '.1', '1.2.3.4.5', '12345', -1, 1e21, null, true].map(
      (value) => [value, 'must be a release number such as 2023.2; write 2020.10 as text'] as const,
    ),
    schema: {
      anyOf: [
        { type: 'number', minimum: 0 },
        { type: 'string', pattern: '^\\d{1,4}(\\.\\d{1,3}){0,3}$' },
      ],
    },
  },
  {
    name: '@ListLimit()',
    decorator: ListLimit({ min: 0 }),
    accepts: [0, 25, 1_000_000],
    refuses: [[-1, 'must be at least 0']],
    schema: { type: 'integer', minimum: 0 },
    querySchema: { anyOf: [{ type: 'integer', minimum: 0 }, digits('^[0-9]{1,16}$')] },
  },
  {
    name: '@Nested()',
    decorator: Nested(() => Inner),
    accepts: [{ name: 'x' }],
    refuses: [
      ...['x', 5, null, [], [{ name: 'x' }]].map(
        (value) => [value, 'must be an object {name}'] as const,
      ),
      [{ name: 5 }, '/name must be text'],
      [{}, '/name is required'],
    ],
    schema: { $ref: '#/components/schemas/Inner' },
    querySchema: INNER_IN_PLACE,
  },
  {
    name: "@ListOf('text')",
    decorator: ListOf('text', { maxItems: 2 }),
    accepts: [[], ['a', 'b']],
    refuses: [
      ['a', 'must be a list'],
      [{ 0: 'a' }, 'must be a list'],
      [['a', 'b', 'c'], 'must have at most 2 items'],
      [['a', null], '/1 must be text'],
    ],
    schema: { type: 'array', maxItems: 2, items: { type: 'string' } },
  },
  {
    name: "@ListOf('text', { itemMax })",
    decorator: ListOf('text', { itemMax: 3 }),
    accepts: [[], ['abc']],
    refuses: [[['abc', 'abcd'], '/1 must have at most 3 characters']],
    schema: { type: 'array', items: { type: 'string', maxLength: 3 } },
  },
  {
    name: "@ListOf('object')",
    decorator: ListOf('object'),
    accepts: [[], [{}, { toString: [] }]],
    refuses: [[[{}, [], 1], '/1 must be an object, /2 must be an object']],
    schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
  {
    name: "@ListOf('free')",
    decorator: ListOf('free'),
    accepts: [[], [null, [[]], { __proto__: 1 }, 'x']],
    refuses: [[{}, 'must be a list']],
    schema: { type: 'array', items: {} },
  },
  {
    name: '@ListOf() of a class',
    decorator: ListOf(() => Inner),
    accepts: [[], [{ name: 'x' }]],
    refuses: [
      [{ name: 'x' }, 'must be a list'],
      [
        [{ name: 'x' }, null, [], { name: 1 }],
        '/1 must be an object, /2 must be an object, /3/name must be text',
      ],
    ],
    schema: { type: 'array', items: { $ref: '#/components/schemas/Inner' } },
    querySchema: { type: 'array', items: INNER_IN_PLACE },
  },
  {
    name: "@MapOf('text')",
    decorator: MapOf('text'),
    accepts: [{}, { a: 'x', toString: 'y' }],
    refuses: [
      [[], 'must be an object'],
      [{ a: 1, 'b/c': 2 }, '/a must be text, /b~1c must be text'],
    ],
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  },
  {
    name: '@MapOf() of a class',
    decorator: MapOf(() => Inner),
    accepts: [{}, { constructor: { name: 'x' } }],
    refuses: [[{ a: { name: 1 }, b: [] }, '/b must be an object, /a/name must be text']],
    schema: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Inner' } },
    querySchema: { type: 'object', additionalProperties: INNER_IN_PLACE },
  },
  {
    name: '@Free()',
    decorator: Free(),
    accepts: [null, 0, '', [], {}, [[{ toString: 1 }]]],
    refuses: [],
    schema: {},
  },
  {
    name: '@FreeObject()',
    decorator: FreeObject(),
    accepts: [{}, { valueOf: { constructor: 1 } }],
    refuses: [[], 'x', null, 1].map((value) => [value, 'must be an object'] as const),
    schema: { type: 'object', additionalProperties: true },
  },
];

describe.each(CASES)('$name', ({ decorator, accepts, refuses, schema, querySchema }) => {
  it('accepts what it should', () => {
    const type = classWith(decorator);
    expect(accepts.map((value) => refusalOf(type, value))).toEqual(accepts.map(() => ''));
  });

  it('refuses everything else and says why', () => {
    const type = classWith(decorator);
    expect(refuses.map(([value]) => refusalOf(type, value))).toEqual(refuses.map(([, why]) => why));
    expect(refusalOf(type, undefined)).toBe('is required');
  });

  it('documents exactly that', () => {
    const field = fieldOf(classWith(decorator));
    expect(fieldSchema(field, 'body')).toEqual(schema);
    expect(fieldSchema(field, 'query')).toEqual(querySchema ?? schema);
  });
});

describe('the options of a field', () => {
  it('make it optional, which is not nullable', () => {
    const type = classWith(Text({ optional: true }));
    expect(refusalOf(type, undefined)).toBe('');
    expect(refusalOf(type, null)).toBe('must be text');
  });

  it('make it nullable, which is not optional', () => {
    const type = classWith(OneOf(['a'], { nullable: true }));
    expect(refusalOf(type, null)).toBe('');
    expect(refusalOf(type, undefined)).toBe('is required');
    expect(fieldSchema(fieldOf(type), 'body')).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
  });

  it('make an object or an alternative nullable too', () => {
    const object = fieldOf(classWith(Nested(() => Inner, { nullable: true })));
    expect(fieldSchema(object, 'body')).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Inner' }, { type: 'null' }],
    });
    expect(fieldSchema(fieldOf(classWith(Free({ nullable: true }))), 'body')).toEqual({});
  });

  it('describe it', () => {
    const field = fieldOf(classWith(Text({ note: 'Its name', example: '@acme/vlan' })));
    expect(fieldSchema(field, 'body')).toEqual({
      type: 'string',
      description: 'Its name',
      examples: ['@acme/vlan'],
    });
  });
});

describe('the checks of fields', () => {
  it('are a handful of classes for any number of fields', () => {
    const checksOf = (decorator: unknown): readonly unknown[] =>
      getMetadataStorage()
        .getTargetValidationMetadatas(classWith(decorator), '', false, false)
        .map(({ constraintCls }) => constraintCls as unknown);
    expect(checksOf(Text({ min: 1, max: 5 }))).toHaveLength(5);
    expect(checksOf(Text({ min: 1, max: 5 }))).toEqual(checksOf(Text({ min: 2, max: 9 })));
  });
});

describe('the compiler', () => {
  it('holds each decorator against the type of its property', () => {
    class Wrong {
      // @ts-expect-error an integer is no text
      @Whole() readonly a!: string;
      // @ts-expect-error it may be missing
      @Whole({ optional: true }) readonly b!: number;
      // @ts-expect-error it may be null
      @Text({ optional: true, nullable: true }) readonly c?: string;
      // @ts-expect-error there is a member more
      @OneOf(['x', 'y']) readonly d!: 'x';
      // @ts-expect-error the items are no texts
      @ListOf(() => Inner) readonly e!: readonly string[];
      // @ts-expect-error a list is no map
      @MapOf('text') readonly f!: readonly string[];
      // @ts-expect-error another class
      @Nested(() => Inner) readonly g!: { readonly other: string };
    }
    expect(shapeOf(Wrong).fields.size).toBe(7);
  });

  it('lets a property be wider than what is let through', () => {
    class Right {
      @OneOf(['x', 'y']) readonly a!: string;
      @ListOf(() => Inner, { optional: true }) readonly b?: readonly object[];
      @FreeObject() readonly c!: { readonly anything: number };
      @MapOf('free') readonly d!: Readonly<Record<string, readonly string[]>>;
      @Free({ optional: true }) readonly 'e-f'?: unknown;
    }
    expect([...shapeOf(Right).fields.keys()]).toEqual(['a', 'b', 'c', 'd', 'e-f']);
  });

  it('cannot see a name that every object has, so declaring it fails', () => {
    class Holder {
      readonly other: unknown;
    }
    const decorate = Text() as (target: object, key: string) => void;
    expect(() => {
      decorate(Holder.prototype, 'toString');
    }).toThrow('toString cannot be the name of a field');
  });
});
