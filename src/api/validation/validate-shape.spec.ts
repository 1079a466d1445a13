import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { IsEmail, IsNumber, Matches, ValidateIf } from 'class-validator';
import { Free, FreeObject, ListOf, MapOf, Nested } from '../fields/structures.js';
import { Decimal, Flag, Instant, OneOf, Release, Text, Whole } from '../fields/values.js';
import { OpenShape } from '../shapes/open-shape.decorator.js';
import { type Outcome } from './class-validation.js';
import { unknownKeyDetail } from '../shapes/shape.js';
import { validateShape } from './validate-shape.js';

class Sort {
  @OneOf([1, -1], { optional: true }) readonly name?: 1 | -1;
}

class Options {
  @Whole({ min: 0, optional: true, digits: true }) readonly start?: number;
  @Whole({ min: 1, max: 100, optional: true }) readonly limit?: number;
  @Nested(() => Sort, { optional: true }) readonly sort?: Sort;
}

class Search {
  @Nested(() => Options) readonly options!: Options;
  @Text({ min: 1, max: 5, optional: true, nullable: true }) readonly name?: string | null;
  @ListOf('text', { optional: true, maxItems: 3 }) readonly names?: readonly string[];
  @ListOf(() => Sort, { optional: true }) readonly sorts?: readonly Sort[];
  @MapOf(() => Sort, { optional: true }) readonly byName?: Readonly<Record<string, Sort>>;
  @MapOf('whole', { optional: true }) readonly counts?: Readonly<Record<string, number>>;
  @MapOf(() => Options, { optional: true }) readonly searches?: Readonly<Record<string, Options>>;
  @Release({ optional: true }) readonly release?: string;
  @Instant({ optional: true }) readonly since?: string;
  @Flag({ optional: true }) readonly regex?: boolean;
  @Free({ optional: true }) readonly data?: unknown;
  @FreeObject({ optional: true }) readonly body?: object;
}

@OpenShape()
class Instance {
  @ListOf('free') readonly servicePath!: readonly unknown[];
}

class WithForeignRule {
  @Text() readonly name!: string;
  @IsEmail({}, { message: 'must be a mail address' })
  @Text({ optional: true })
  readonly mail?: string;
  @ListOf(() => Sort, { optional: true }) readonly sorts?: readonly Sort[];
  @MapOf('text', { optional: true }) readonly tags?: Readonly<Record<string, string>>;
  @MapOf(() => Options, { optional: true }) readonly many?: Readonly<Record<string, Options>>;
  @Free({ optional: true }) readonly data?: unknown;
}

/** JSON text, so that `__proto__` is an own key as it is in a body. */
const judge = (type: new () => object, json: string): Outcome =>
  validateShape(type, JSON.parse(json));

function faultsOf(type: new () => object, json: string): Record<string, string> {
  const outcome = judge(type, json);
  if (outcome.kind === 'valid') return {};
  return Object.fromEntries(outcome.faults.map(({ pointer, detail }) => [pointer, detail]));
}

function valueOf(type: new () => object, json: string): unknown {
  const outcome = judge(type, json);
  return outcome.kind === 'valid' ? outcome.value : outcome.faults;
}

describe('validation of a value by its shape', () => {
  it('answers the value with what was given and nothing more', () => {
    const value = valueOf(Search, '{"options":{"limit":5},"name":null,"names":["a"]}');
    expect(value).toEqual({ options: { limit: 5 }, name: null, names: ['a'] });
    expect(Object.keys(value as object)).toEqual(['options', 'name', 'names']);
  });

  it('answers plain objects', () => {
    const value = valueOf(Search, '{"options":{"sort":{"name":-1}}}') as Search;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(value.options.sort)).toBe(Object.prototype);
  });

  it('reads digits only where the field says so', () => {
    expect(valueOf(Search, '{"options":{"start":"10"}}')).toEqual({ options: { start: 10 } });
    expect(faultsOf(Search, '{"options":{"limit":"10"}}')).toEqual({
      '#/options/limit': 'must be an integer',
    });
  });

  it('leaves what the caller sent unchanged when it coerces', () => {
    const given = { options: { start: '10' } };
    validateShape(Search, given);
    expect(given).toEqual({ options: { start: '10' } });
  });

  it('makes text of a release number', () => {
    expect(valueOf(Search, '{"options":{},"release":2023.2}')).toEqual({
      options: {},
      release: '2023.2',
    });
    expect(valueOf(Search, '{"options":{},"release":"2020.10"}')).toEqual({
      options: {},
      release: '2020.10',
    });
  });

  it('names every fault with its place', () => {
    const json = `{"options":{"start":-1,"limit":101,"sort":{"name":0}},"name":"","names":["a",1,"b",2],
      "sorts":[{"name":1},{"name":2},null,[]],"byName":{"a/b":{"name":3}},"counts":{"x":1.5},
      "release":"x","since":"2023-02-30T00:00:00Z","regex":"true","body":[],"zap":1}`;
    expect(faultsOf(Search, json)).toEqual({
      '#/options/start': 'must be at least 0',
      '#/options/limit': 'must be at most 100',
      '#/options/sort/name': 'must be one of 1, -1',
      '#/name': 'must not be empty',
      '#/names': 'must have at most 3 items',
      '#/sorts/1/name': 'must be one of 1, -1',
      '#/sorts/2': 'must be an object',
      '#/sorts/3': 'must be an object',
      '#/byName/a~1b/name': 'must be one of 1, -1',
      '#/counts/x': 'must be an integer',
      '#/release': 'must be a release number such as 2023.2; write 2020.10 as text',
      '#/since': 'must be an ISO 8601 date-time with a time zone',
      '#/regex': 'must be true or false',
      '#/body': 'must be an object',
      '#/zap': expect.stringContaining('is not a known key; known: '),
    });
  });

  it('names what a closed shape knows beside a key that it does not, but not without end', () => {
    const [detail = ''] = Object.values(faultsOf(Search, '{"zap":1}')).filter((text) =>
      text.includes('known key'),
    );
    expect(detail).toMatch(/^is not a known key; known: \w+(, \w+)+/);
    const names = Array.from({ length: 50 }, (_, at) => `k${at}`);
    expect(unknownKeyDetail(names).split(', ')).toEqual([
      'is not a known key; known: k0',
      ...names.slice(1, 20),
      '…',
    ]);
  });

  it('names the items of a list that are refused', () => {
    expect(faultsOf(Search, '{"options":{},"names":["a",1,{}]}')).toEqual({
      '#/names/1': 'must be text',
      '#/names/2': 'must be text',
    });
  });

  it.each(['null', '[]', '[{}]', '"text"', '5', 'true'])(
    'refuses %s in place of an object',
    (json) => {
      expect(faultsOf(Search, json)).toEqual({ '#': 'must be an object' });
      expect(faultsOf(Search, `{"options":${json}}`)).toEqual({
        '#/options': 'must be an object {start?, limit?, sort?}',
      });
    },
  );

  it('says what is missing', () => {
    expect(faultsOf(Search, '{}')).toEqual({ '#/options': 'is required' });
  });

  it('tells null from absence', () => {
    expect(faultsOf(Search, '{"options":{"limit":null}}')).toEqual({
      '#/options/limit': 'must be an integer',
    });
  });

  it.each(['toString', 'valueOf', 'hasOwnProperty', 'constructor', '__proto__', '0', ''])(
    'refuses the unknown key %j at every level',
    (key) => {
      const entry = `${JSON.stringify(key)}:{"a":1}`;
      expect(faultsOf(Search, `{"options":{},${entry}}`)).toEqual({
        [`#/${key}`]: expect.stringContaining('is not a known key; known: '),
      });
      expect(faultsOf(Search, `{"options":{"sort":{${entry}}},"sorts":[{${entry}}]}`)).toEqual({
        [`#/options/sort/${key}`]: expect.stringContaining('is not a known key; known: '),
        [`#/sorts/0/${key}`]: expect.stringContaining('is not a known key; known: '),
      });
    },
  );

  it('pollutes no prototype', () => {
    judge(Search, '{"options":{"__proto__":{"polluted":1}},"byName":{"__proto__":{"polluted":1}}}');
    judge(Search, '{"options":{},"byName":{"constructor":{"prototype":{"polluted":1}}}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('takes keys of a map as they are, hostile ones too', () => {
    const json = '{"options":{},"counts":{"toString":1,"__proto__":2},"byName":{"valueOf":{}}}';
    expect(JSON.stringify(valueOf(Search, json))).toBe(json);
  });

  it('coerces values of a map under any key', () => {
    const json = '{"options":{},"searches":{"a":{"start":"1"},"__proto__":{"start":"2"}}}';
    expect(JSON.stringify(valueOf(Search, json))).toBe(json.replaceAll(/"(\d)"/g, '$1'));
  });

  it('keeps verbatim JSON as it came', () => {
    const json = '{"options":{},"data":{"toString":[{"__proto__":1}]},"body":{"valueOf":{}}}';
    const given: unknown = JSON.parse(json);
    const outcome = validateShape(Search, given) as { value: Search };
    expect(outcome.value.data).toBe((given as Search).data);
    expect(JSON.stringify(outcome.value)).toBe(json);
  });

  it('accepts every JSON value, null included, where JSON is free', () => {
    for (const json of ['null', '0', '""', '[]', '{}'])
      expect(judge(Search, `{"options":{},"data":${json}}`).kind).toBe('valid');
  });

  it('keeps unknown keys of an open shape', () => {
    const json = '{"servicePath":[1,{"toString":1}],"anything":{"__proto__":1}}';
    expect(JSON.stringify(valueOf(Instance, json))).toBe(json);
    expect(faultsOf(Instance, '{"anything":1}')).toEqual({ '#/servicePath': 'is required' });
  });

  it('lists a hundred faults at most', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]));
    expect(Object.keys(faultsOf(Search, JSON.stringify(many)))).toHaveLength(100);
  });

  it('repeats nothing of a value in a fault', () => {
    const secret = 'hunter2'.repeat(100_000);
    const faults = faultsOf(
      Search,
      JSON.stringify({ options: secret, name: secret, since: secret }),
    );
    expect(JSON.stringify(faults)).not.toContain('hunter2');
    expect(JSON.stringify(faults).length).toBeLessThan(500);
  });

  it('says where a very large map is wrong', () => {
    const counts = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]));
    const value = { options: { zap: 1 }, counts: { ...counts, last: 'x' }, names: 'x' };
    expect(faultsOf(Search, JSON.stringify(value))).toEqual({
      '#/options/zap': expect.stringContaining('is not a known key; known: '),
      '#/counts/last': 'is not valid',
      '#/names': 'is not valid',
    });
    expect(faultsOf(Search, JSON.stringify(counts))).toMatchObject({
      '#/k0': expect.stringContaining('is not a known key; known: '),
    });
  });

  it('says where a very large value is wrong', () => {
    const sorts = Array.from({ length: 20_000 }, () => ({ name: 1 }));
    const value = { options: {}, sorts: [...sorts, { name: 5 }, null, { zap: 1 }] };
    expect(faultsOf(Search, JSON.stringify(value))).toEqual({
      '#/sorts/20000/name': 'is not valid',
      '#/sorts/20001': 'must be an object',
      '#/sorts/20002/zap': expect.stringContaining('is not a known key; known: '),
    });
  });
});

describe('a class with rules that only class-validator knows', () => {
  it('is judged by class-validator', () => {
    expect(faultsOf(WithForeignRule, '{"name":"a","mail":"nobody"}')).toEqual({
      '#/mail': 'must be a mail address',
    });
  });

  it('answers a plain value as the others do', () => {
    const json = `{"name":"a","mail":"a@example.org","sorts":[{"name":1}],"tags":{"toString":"x"},
      "many":{"a":{"start":"3","sort":{}}},"data":{"__proto__":1}}`;
    expect(valueOf(WithForeignRule, json)).toEqual({
      name: 'a',
      mail: 'a@example.org',
      sorts: [{ name: 1 }],
      tags: { toString: 'x' },
      many: { a: { start: 3, sort: {} } },
      data: JSON.parse('{"__proto__":1}') as unknown,
    });
  });

  it('is judged by class-validator whatever its size', () => {
    const sorts = Array.from({ length: 6_000 }, () => ({}));
    expect(judge(WithForeignRule, JSON.stringify({ name: 'a', sorts })).kind).toBe('valid');
    expect(faultsOf(WithForeignRule, JSON.stringify({ name: 1, sorts }))).toEqual({
      '#/name': 'must be text',
    });
  });

  it('may use a known rule in a way that is not known', () => {
    class Unusual {
      @IsNumber({ maxDecimalPlaces: 1 }, { message: 'has too many decimals' })
      @Decimal()
      readonly ratio!: number;
      @Matches('^a', 'i', { message: 'must begin with a' })
      @Text()
      readonly name!: string;
    }
    expect(judge(Unusual, '{"ratio":0.5,"name":"ABC"}').kind).toBe('valid');
    expect(faultsOf(Unusual, '{"ratio":0.55,"name":"b"}')).toEqual({
      '#/ratio': 'has too many decimals',
      '#/name': 'must begin with a',
    });
  });

  it('may hold a condition on another field', () => {
    class Conditional {
      @Text({ optional: true }) readonly kind?: string;
      @ValidateIf((of: Conditional) => of.kind === 'named')
      @Text()
      readonly name?: string;
    }
    expect(faultsOf(Conditional, '{"kind":"named"}')).toEqual({ '#/name': 'is required' });
    expect(judge(Conditional, '{"kind":"other"}').kind).toBe('valid');
  });
});
