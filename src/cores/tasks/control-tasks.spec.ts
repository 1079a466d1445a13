import { describe, expect, it } from 'vitest';
import { outputOf, runTask } from '../../../test/support/factories/run-task.js';
import { type JsonValue } from '../../kernel/json.js';
import { pureTaskOf } from './pure-tasks.js';

describe('query', () => {
  const obj = { response: { id: 7, nothing: null, list: [{ a: 1 }, { a: 2 }] } };

  it('puts out what it finds', () => {
    expect(outputOf('query', { obj, query: 'response.list.a', pass_on_null: false })).toEqual([
      1, 2,
    ]);
    expect(outputOf('query', { obj, query: '', pass_on_null: false })).toEqual(obj);
  });

  it.each(['response.absent', 'absent.deep.path', 'response.list[a=7]', 'response.list[a=7].b'])(
    'fails where %s is nothing, unless nothing is passed on',
    (query) => {
      expect(runTask('query', { obj, query, pass_on_null: false })).toEqual({ finish: 'failure' });
      expect(runTask('query', { obj, query, pass_on_null: true })).toEqual({
        finish: 'success',
        output: null,
      });
    },
  );

  it.each<[JsonValue, string]>([
    [obj, 'response.nothing'],
    [[null], '[0]'],
    [{ list: [1, null] }, 'list[1]'],
  ])('goes on where what is asked of %j by %s is there and null', (asked, query) => {
    const found = runTask('query', { obj: asked, query, pass_on_null: false });
    expect(found).toEqual({ finish: 'success', output: null });
  });

  it('fails where a list has no such element', () => {
    expect(runTask('query', { obj: [null], query: '[1]' })).toEqual({ finish: 'failure' });
  });

  it('fails where there is nothing to ask', () => {
    expect(outputOf('query', { query: 'a' })).toBe('failure');
    expect(outputOf('query', { query: '' })).toBe('failure');
  });

  it.each([
    'a[x=1&]',
    'list[a=1&]',
    'list[a&a=1]',
    'list[*a~/(a/]',
    'list[*a~/a/y]',
    'list.a',
    'list[*a=1]',
    'x'.repeat(10_001),
    'a[{'.repeat(60) + '}]'.repeat(60),
  ])('is an error where %j cannot be asked', (query) => {
    const list = [{ a: 'aa' }, null];
    expect(outputOf('query', { obj: { a: [{ x: 1 }], list, nothing: list }, query })).toBe('error');
  });

  it('reads own members only', () => {
    for (const query of ['constructor', '__proto__', 'a.constructor.name', 'toString']) {
      expect(outputOf('query', { obj: { a: {} }, query })).toBe('failure');
    }
  });
});

describe('merge', () => {
  const merge = (...entries: readonly (readonly [string, JsonValue | undefined])[]): unknown =>
    outputOf('merge', {
      data_to_merge: entries.map(([key, value]) => ({
        key,
        ...(value !== undefined && { value }),
      })),
    });

  it('makes an object by keys', () => {
    expect(merge(['a', 1], ['b', { c: 2 }])).toEqual({ a: 1, b: { c: 2 } });
    expect(merge(['a', 1])).toEqual({ a: 1 });
  });

  it('makes a list in the order of the entries where there are no keys', () => {
    expect(merge(['', 1], ['', undefined], ['', [2]])).toEqual([1, null, [2]]);
    expect(merge()).toEqual([]);
  });

  it('gathers what bears the same key', () => {
    expect(merge(['a', 1], ['b', 2], ['a', [3]], ['a', 4])).toEqual({ a: [1, [3], 4], b: 2 });
  });

  it('leaves a key out whose value there is not', () => {
    expect(merge(['a', 1], ['b', undefined])).toEqual({ a: 1 });
  });

  it('is an error with keys for some only, or with a key that is no data', () => {
    expect(merge(['a', 1], ['', 2])).toBe('error');
    expect(merge(['__proto__', 1])).toBe('error');
    expect(merge(['constructor', 1])).toBe('error');
  });

  it('does not change what it is given', () => {
    const value = Object.freeze({ b: 1 });
    const data_to_merge = Object.freeze([Object.freeze({ key: 'a', value })]) as never;
    expect(outputOf('merge', { data_to_merge })).toEqual({ a: { b: 1 } });
  });
});

describe('deepmerge', () => {
  const deepmerge = (...values: readonly JsonValue[]): unknown =>
    outputOf('deepmerge', { data_to_merge: values.map((value) => ({ key: '', value })) });

  it('merges objects at any depth, the later ones above the earlier', () => {
    const one = { a: { b: 1, c: { d: 2 } }, list: [1, 2] };
    expect(deepmerge(one, { a: { c: { e: 3 } }, list: [3] }, { a: { b: 9 } })).toEqual({
      a: { b: 9, c: { d: 2, e: 3 } },
      list: [3],
    });
    expect(one).toEqual({ a: { b: 1, c: { d: 2 } }, list: [1, 2] });
  });

  it('puts a value with a key under that key', () => {
    const data_to_merge = [
      { key: 'a', value: 1 },
      { key: '', value: { b: 2 } },
    ];
    expect(outputOf('deepmerge', { data_to_merge })).toEqual({ a: 1, b: 2 });
  });

  it('is an error for anything but objects', () => {
    expect(deepmerge({ a: 1 }, [2])).toBe('error');
  });

  it('leaves the prototype of everything alone', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":true},"a":{"__proto__":{"x":1}}}',
    ) as JsonValue;
    deepmerge({ a: {} }, hostile);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('variables of the job', () => {
  it('are set by newVariable, whatever the outgoing says', () => {
    expect(runTask('newVariable', { name: 'a', value: '$var.b1.x in a text' })).toEqual({
      finish: 'success',
      output: '$var.b1.x in a text',
      effects: [{ kind: 'set-variable', name: 'a', value: '$var.b1.x in a text' }],
    });
    expect(outputOf('newVariable', { name: 'a' })).toBeNull();
    for (const name of ['', '__proto__', 'constructor']) {
      expect(outputOf('newVariable', { name, value: 1 })).toBe('error');
    }
  });

  const change = (task: string, present: JsonValue | undefined): unknown =>
    runTask(task, { job_variable: 'list', item_to_push: 'x' }, { given: [present] });

  it('are lists that push extends and begins', () => {
    const pushed = (value: JsonValue[]): unknown => ({
      finish: 'success',
      output: value,
      effects: [{ kind: 'set-variable', name: 'list', value }],
    });
    expect(change('push', ['a'])).toEqual(pushed(['a', 'x']));
    expect(change('push', undefined)).toEqual(pushed(['x']));
    expect(change('push', null)).toEqual(pushed(['x']));
    expect(change('push', 'text')).toMatchObject({ finish: 'error' });
  });

  it('are lists that pop and shift shorten, putting out what they took', () => {
    expect(change('pop', ['a', 'b'])).toEqual({
      finish: 'success',
      output: 'b',
      effects: [{ kind: 'set-variable', name: 'list', value: ['a'] }],
    });
    expect(change('shift', ['a', 'b'])).toEqual({
      finish: 'success',
      output: 'a',
      effects: [{ kind: 'set-variable', name: 'list', value: ['b'] }],
    });
    for (const task of ['pop', 'shift']) {
      for (const present of [undefined, null, []]) {
        expect(change(task, present)).toEqual({ finish: 'failure' });
      }
    }
  });

  it('are asked for by name, and no others', () => {
    const needs = pureTaskOf('WorkFlowEngine', 'push')?.needs;
    expect(needs?.({ job_variable: 'list', job_id: 'x' })).toEqual([
      { kind: 'variable', name: 'list' },
    ]);
  });

  it('do not change while tasks run on them', () => {
    const list = Object.freeze(['a', 'b']) as never;
    for (const task of ['push', 'pop', 'shift'])
      expect(change(task, list)).toMatchObject({ finish: 'success' });
  });
});

describe('updateJobDescription', () => {
  it('sets the description of the job', () => {
    expect(runTask('updateJobDescription', { description: 'Red is it' })).toEqual({
      finish: 'success',
      output: 'Red is it',
      effects: [{ kind: 'set-description', description: 'Red is it' }],
    });
    expect(outputOf('updateJobDescription', { description: { a: 1 } })).toBe('error');
  });
});

describe('makeData', () => {
  it.each<[JsonValue, JsonValue, JsonValue, unknown]>([
    ['<!a!> and <!b!>', { a: 'x', b: 7 }, 'string', 'x and 7'],
    ['<! a !><!absent!><!', { a: true }, 'string', 'true<!absent!><!'],
    ['<!a!>', { a: { b: [1] } }, 'string', '{"b":[1]}'],
    ['<!a!>', '', 'string', '<!a!>'],
    ['<!a!>', '{"a":"x"}', 'string', 'x'],
    ['0', '', 'number', 0],
    [' 12.5 ', '', 'number', 12.5],
    ['', '', 'number', 'error'],
    ['x', '', 'number', 'error'],
    ['TRUE', '', 'boolean', true],
    ['no', '', 'boolean', 'error'],
    ['{"a":<!n!>}', { n: [1, 2] }, 'json', { a: [1, 2] }],
    ['[1]', '', 'json', [1]],
    ['[1]', '', 'object', 'error'],
    ['{', '', 'json', 'error'],
    [
      { name: '<!n!>', at: { hash: '<!h!>' } },
      { n: 'a"b', h: 'line\nend' },
      'json',
      { name: 'a"b', at: { hash: 'line\nend' } },
    ],
    [{ a: 1 }, '', 'json', { a: 1 }],
    [['<!n!>'], { n: 'x' }, 'array', ['x']],
    ['a', [1], 'string', 'error'],
    ['a', '', 'date', 'error'],
    ['a', '', 'constructor', 'error'],
    ['a', '', '', 'a'],
  ])('makes of %j with %j as %j: %j', (input, variables, outputType, expected) => {
    expect(outputOf('makeData', { input, variables, outputType })).toEqual(expected);
  });

  it('puts in own members only', () => {
    expect(outputOf('makeData', { input: '<!constructor!>', variables: {} })).toBe(
      '<!constructor!>',
    );
  });

  it('reads a text without an end in linear time', () => {
    const input = '<!'.repeat(200_000);
    expect(outputOf('makeData', { input, variables: {}, outputType: 'string' })).toBe(input);
  });
});
