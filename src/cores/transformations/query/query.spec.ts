import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import jsonQuery from 'json-query';
import { walkLength } from '#test/support/walk-length.js';
import { type JsonValue } from '../../../kernel/json.js';
import { DEFAULT_LIMITS, Meter } from '../meter.js';
import { memberOf, type Value } from '../value.js';
import { readQuery } from './read-query.js';
import { runQuery } from './run-query.js';

type Judged = { readonly value: unknown } | 'error';

function ours(query: string, data: JsonValue | undefined): Judged {
  try {
    return { value: runQuery(readQuery(query), data, new Meter(DEFAULT_LIMITS)) };
  } catch {
    return 'error';
  }
}

function theirs(query: string, data: JsonValue | undefined): Judged {
  // What the helper answers is ours to say.
  const get = (input: Value, key: unknown): unknown => memberOf(input, String(key));
  try {
    const { value } = jsonQuery(query, { data, allowRegexp: true, locals: { get } });
    return { value };
  } catch {
    return 'error';
  }
}

const DATA: JsonValue = {
  response: {
    id: 7,
    values: [
      { path: 'a', size: 1, on: true },
      { path: 'b', size: 20, on: false, tags: ['x', 'y'] },
      { path: 'ab', size: '3', name: 'Ab', list: [[1], [2, [3]]] },
    ],
    links: {
      clone: [
        { name: 'https', href: 'h' },
        { name: 'ssh', href: 's' },
      ],
    },
  },
  key: 'path',
  empty: '',
  zero: 0,
  nothing: null,
};

describe('a query', () => {
  it.each<[string, unknown]>([
    ['response.id', 7],
    ['response.values.path', ['a', 'b', 'ab']],
    ['response.values[1].path', 'b'],
    ['response.values[path=b].size', 20],
    ['response.values[*size>2].path', ['b', 'ab']],
    ['response.values[*path~/^a/].path', ['a', 'ab']],
    ['response.values[*name~/^A/i].path', ['ab']],
    ['response.values[*size~/^A/i].path', 'error'],
    ['response.values[*].path', ['a', 'b', 'ab']],
    ['response.values[*path]', ['a', 'b', 'ab']],
    ['response.links.clone[name=ssh].href', 's'],
    ['response[**].size', [1, 20, '3']],
    ['response.values[*on=true&size<5].path', ['a']],
    ['empty|key', 'path'],
    ['response.values[0][{key}]', 'a'],
    ['.response.id', 7],
    ['response.missing', undefined],
    ['response.missing.deep', null],
    ['response:get(id)', 7],
  ])('%s', (query, value) => {
    expect(ours(query, DATA)).toEqual(value === 'error' ? value : { value });
  });
});

const word = fc.constantFrom(
  'path',
  'size',
  'on',
  'name',
  'tags',
  'list',
  'id',
  'response',
  'x',
  '0',
  '1',
  '-1',
  '01',
  'length',
  'zero',
  'key',
  'nothing',
  'empty',
  'true',
  'false',
  'ab',
  '',
);
const { query, data } = fc.letrec<{
  query: string;
  step: string;
  condition: string;
  inner: string;
  data: JsonValue;
}>((tie) => ({
  data: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, 20, '', 'a', 'ab', '3', 'path', DATA),
    fc.array(tie('data'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        'path',
        'size',
        'on',
        'name',
        'tags',
        'list',
        'id',
        'response',
        'x',
        '0',
        'key',
      ),
      tie('data'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
  inner: fc.oneof(
    { weight: 8, arbitrary: word },
    { weight: 1, arbitrary: tie('query').map((one) => `{${one}}`) },
    { weight: 1, arbitrary: fc.constantFrom('?', '{.path}', '/a/', '/^A/i', '/b$/m', 'a b') },
  ),
  condition: fc
    .tuple(
      tie('inner'),
      fc.constantFrom('=', '!=', '~', '!~', '<', '<=', '>', '>=', ':', ' = ', ''),
      tie('inner'),
    )
    .map((parts) => parts.join('')),
  step: fc.oneof(
    { weight: 6, arbitrary: word.map((one) => `.${one}`) },
    { weight: 2, arbitrary: tie('inner').map((one) => `[${one}]`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '[*]',
        '[**]',
        '[]',
        ':get(path)',
        ':nobody',
        ' ',
        '..',
        '[* ]',
        ': ',
        '[?]',
      ),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom('', '*'),
          fc.array(fc.tuple(tie('condition'), fc.constantFrom('&', '|', ' & ')), {
            minLength: 1,
            maxLength: 3,
          }),
        )
        .map(
          ([many, all]) =>
            `[${many}${all.map(([one, joint], at) => (at === 0 ? one : joint + one)).join('')}]`,
        ),
    },
  ),
  query: fc
    .tuple(
      word,
      fc.array(tie('step'), { maxLength: 4 }),
      fc.constantFrom('', '', '', '|path', '|response.id', '|'),
    )
    .map(([first, steps, last]) => first + steps.join('') + last),
}));

describe('any query', () => {
  it('finds what the package finds', () => {
    fc.assert(
      fc.property(query, data, (text, value) => {
        expect({ text, found: ours(text, value) }).toEqual({ text, found: theirs(text, value) });
      }),
      { numRuns: walkLength(1000, 5000) },
    );
  });
});
