import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { buildRequest, type BuiltRequest } from './build-request.js';
import { type ModelOperation, type OperationParameter } from './model-operations.js';

const parameter = (more: Partial<OperationParameter>): OperationParameter => ({
  name: 'p',
  in: 'query',
  required: false,
  style: more.in === 'path' || more.in === 'header' ? 'simple' : 'form',
  explode: more.in !== 'path' && more.in !== 'header',
  allowReserved: false,
  isJson: false,
  ...more,
});
const operation = (more: Partial<ModelOperation>): ModelOperation => ({
  operationId: 'o',
  method: 'GET',
  path: '/a',
  summary: '',
  parameters: [],
  body: undefined,
  security: [],
  ...more,
});
const withParameter = (more: Partial<OperationParameter>, path = '/a') =>
  operation({ parameters: [parameter(more)], path });
const build = (of: ModelOperation, parameters: JsonObject = {}, body?: JsonValue) =>
  buildRequest(of, { parameters, body });
function built(of: ModelOperation, parameters: JsonObject = {}, body?: JsonValue): BuiltRequest {
  const outcome = build(of, parameters, body);
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.faults));
  return outcome.request;
}
function refusals(...args: Parameters<typeof build>): readonly string[] {
  const outcome = build(...args);
  return outcome.kind === 'built'
    ? []
    : outcome.faults.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

const LIST = ['a', 'b c'];
const OBJECT = { R: 100, g: 'x&y' };

describe('a parameter of the query', () => {
  it.each<[string, boolean, JsonValue, string]>([
    ['form', true, 5, 'p=5'],
    ['form', true, LIST, 'p=a&p=b%20c'],
    ['form', false, LIST, 'p=a,b%20c'],
    ['form', true, OBJECT, 'R=100&g=x%26y'],
    ['form', false, OBJECT, 'p=R,100,g,x%26y'],
    ['spaceDelimited', false, LIST, 'p=a%20b%20c'],
    ['pipeDelimited', false, LIST, 'p=a%7Cb%20c'],
    ['deepObject', true, OBJECT, 'p%5BR%5D=100&p%5Bg%5D=x%26y'],
  ])('in style %s, exploded %s: %j', (style, explode, value, expected) => {
    expect(built(withParameter({ style, explode }), { p: value }).query).toEqual([expected]);
  });

  it('is left out where it is empty or null', () => {
    expect(built(withParameter({}), { p: null }).query).toEqual([]);
    expect(built(withParameter({}), { p: [] }).query).toEqual([]);
  });

  it('keeps reserved characters where it may, but none that ends a value', () => {
    const of = withParameter({ allowReserved: true });
    expect(built(of, { p: 'a/b?c:d&e=f#g+h' }).query).toEqual(['p=a/b?c:d%26e%3Df%23g%2Bh']);
  });

  it('is JSON where it has content', () => {
    const of = withParameter({ isJson: true });
    expect(built(of, { p: { a: [1] } }).query).toEqual(['p=%7B%22a%22%3A%5B1%5D%7D']);
  });

  it('is told from one of the same name elsewhere', () => {
    const of = operation({
      path: '/a/{p}',
      parameters: [parameter({ in: 'path', required: true }), parameter({})],
    });
    const { path, query } = built(of, { 'path.p': 1, 'query.p': 2 });
    expect([path, query]).toEqual(['/a/1', ['p=2']]);
  });
});

describe('a parameter of the path', () => {
  it.each<[string, boolean, JsonValue, string]>([
    ['simple', false, LIST, 'a,b%20c'],
    ['simple', false, OBJECT, 'R,100,g,x%26y'],
    ['simple', true, OBJECT, 'R=100,g=x%26y'],
    ['label', false, LIST, '.a,b%20c'],
    ['label', true, LIST, '.a.b%20c'],
    ['label', true, OBJECT, '.R=100.g=x%26y'],
    ['matrix', false, LIST, ';p=a,b%20c'],
    ['matrix', true, LIST, ';p=a;p=b%20c'],
    ['matrix', true, OBJECT, ';R=100;g=x%26y'],
    ['matrix', true, 5, ';p=5'],
  ])('in style %s, exploded %s: %j', (style, explode, value, expected) => {
    const of = withParameter({ in: 'path', style, explode, required: true }, '/x/{p}/y');
    expect(built(of, { p: value }).path).toBe(`/x/${expected}/y`);
  });

  it.each(['.', '..', ''])('never leads out of it: %j', (value) => {
    const of = withParameter({ in: 'path', required: true }, '/x/{p}');
    expect(refusals(of, { p: value })[0]).toMatch(/^#\/parameters\/p /);
  });

  it('stays within its segment together with what the path says itself', () => {
    const of = withParameter({ in: 'path', required: true }, '/x/.{p}');
    expect(refusals(of, { p: '.' })).toHaveLength(1);
    expect(built(of, { p: 'a' }).path).toBe('/x/.a');
  });

  it('must be declared', () => {
    expect(refusals(operation({ path: '/{q}' }))).toEqual([
      '#/parameters/q stands in the path of the operation, which does not declare it',
    ]);
  });
});

describe('a header', () => {
  it.each(['a\r\nx: y', 'a\nb', '\0', '\u20ac'])('carries one line of its own: %j', (value) => {
    expect(refusals(withParameter({ in: 'header', name: 'x-a' }), { 'x-a': value })).toHaveLength(
      1,
    );
  });

  it.each([
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Cookie',
    'Proxy-X',
    'a b',
  ])('is never %s', (name) => {
    expect(refusals(withParameter({ in: 'header', name }), { [name]: 'x' })).toEqual([
      expect.stringMatching(/is a header that cannot be set$/),
    ]);
  });

  it.each(['Accept', 'Content-Type', 'Authorization'])(
    'is not the business of parameters: %s',
    (name) => {
      const of = withParameter({ in: 'header', name, required: true });
      expect(built(of, { [name]: 'mine' }).headers).not.toHaveProperty(name.toLowerCase(), 'mine');
    },
  );
});

describe('input that does not fit', () => {
  it('is told with every place', () => {
    const of = operation({
      parameters: [parameter({ required: true }), parameter({ name: 'q' })],
      body: { required: true, mediaTypes: ['application/json'] },
    });
    expect(refusals(of, { q: [[1]], z: 1 })).toEqual([
      '#/parameters/p is required',
      '#/parameters/q must hold plain values of whole characters',
      '#/parameters/z is no parameter of the operation',
      '#/body is required',
    ]);
  });

  it('is a body where none is taken', () => {
    expect(refusals(operation({}), {}, {})).toEqual(['#/body is not taken by the operation']);
  });
});

describe('a body', () => {
  const body = (mediaTypes: readonly string[], value: JsonValue) => {
    const request = built(operation({ body: { required: true, mediaTypes } }), {}, value);
    return [request.headers['content-type'], request.body];
  };

  it.each<[readonly string[], JsonValue, string, string]>([
    [['application/json'], { a: [1] }, 'application/json', '{"a":[1]}'],
    [['text/plain', 'application/merge-patch+json'], null, 'application/merge-patch+json', 'null'],
    [['*/*'], 'x', 'application/json', '"x"'],
    [
      ['application/x-www-form-urlencoded'],
      { a: ['1', 2], b: { c: true }, d: null },
      'application/x-www-form-urlencoded',
      'a=1&a=2&b=%7B%22c%22%3Atrue%7D',
    ],
    [['application/xml'], '<a/>', 'application/xml', '<a/>'],
  ])('is written as the operation takes it: %j', (types, value, type, text) => {
    expect(body(types, value)).toEqual([type, text]);
  });

  it.each<[readonly string[], JsonValue]>([
    [['multipart/form-data'], {}],
    [['application/x-www-form-urlencoded'], []],
    [['text/plain'], {}],
    [['application/json\r\nx: y'], {}],
  ])('is refused where it cannot be: %j %j', (mediaTypes, value) => {
    const of = operation({ body: { required: true, mediaTypes } });
    expect(refusals(of, {}, value)).toHaveLength(1);
  });
});

describe('whatever a caller gives', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('..', '.', '/', '%2e%2e', '\\', '?', '#', '//evil', '\r\n', '\ud800', '{p}'),
  );
  const PLACES = ['path', 'query', 'cookie', 'header'] as const;

  it('stays in its place', () => {
    const of = operation({
      path: '/base/{a}/x-{b}/end',
      parameters: [
        parameter({ name: 'a', in: 'path', required: true }),
        parameter({ name: 'b', in: 'path', required: true }),
        parameter({ name: 'q' }),
        parameter({ name: 'h', in: 'header' }),
        parameter({ name: 'c', in: 'cookie' }),
      ],
    });
    fc.assert(
      fc.property(text, text, text, (one, two, three) => {
        const given = { a: one, b: two, q: three, h: one, c: two };
        const outcome = build(of, given);
        if (outcome.kind === 'refused') return;
        const { path, query, headers, cookies } = outcome.request;
        const url = new URL(`http://box.example/api${path}?${query.join('&')}`);
        expect(url.host).toBe('box.example');
        expect(url.pathname).toMatch(/^\/api\/base\/[^/]+\/x-[^/]*\/end$/);
        expect(decodeURIComponent(url.pathname.split('/')[3] ?? '')).toBe(one);
        expect(new URLSearchParams(query.join('&')).get('q')).toBe(three);
        expect(query.join('&').split('&')).toHaveLength(1);
        expect(cookies.join('; ')).not.toMatch(/[\r\n;]/);
        expect(headers['h']).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 1000 },
    );
  });

  it('is never the cause of a failure of ours', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.record({
          in: fc.constantFrom(...PLACES),
          style: fc.constantFrom('simple', 'label', 'matrix', 'form', 'deepObject', 'nonsense'),
          explode: fc.boolean(),
        }),
        fc.string(),
        (value, more, path) => {
          const of = withParameter(more, `/${path}/{p}`);
          expect(['built', 'refused']).toContain(build(of, { p: value as JsonValue }).kind);
        },
      ),
    );
  });
});
