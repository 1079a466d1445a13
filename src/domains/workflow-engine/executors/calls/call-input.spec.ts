import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { bodyOf, headersOf, methodOf, withQuery } from './call-input.js';

const pairs = fc.dictionary(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
  fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.integer(), fc.boolean()),
);

describe('the query of a call', () => {
  it('comes back as it was given, and stays behind the question mark', () => {
    fc.assert(
      fc.property(pairs, (query) => {
        const path = withQuery('/a', query);
        const { pathname, searchParams } = new URL(path, 'http://host');
        expect(pathname).toBe('/a');
        expect([...searchParams]).toEqual(
          Object.entries(query).map(([name, value]) => [name, String(value)]),
        );
        expect(path).toMatch(/^[\x21-\x7e]*$/);
      }),
    );
  });

  it.each([
    ['/a', { b: [1, 2] }, '/a?b=1&b=2'],
    ['/a?x=1', { b: 'c' }, '/a?x=1&b=c'],
    ['/a', {}, '/a'],
    ['/a', undefined, '/a'],
  ])('of %j with %j makes %j', (path, query, made) => {
    expect(withQuery(path, query)).toBe(made);
  });

  it.each(['a=b', [1], { a: {} }, { a: null }, { a: '\ud800' }])('cannot be %j', (query) => {
    expect(() => withQuery('/a', query)).toThrow(/query/);
  });
});

describe('headers, body and method of a call', () => {
  it('have a type that says what the body is, unless the author does', () => {
    expect(bodyOf({ a: 1 }, {})).toEqual({
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(bodyOf('<a/>', { 'content-type': 'application/xml' })).toEqual({
      body: '<a/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect(bodyOf('[1]', {}).headers).toEqual({ 'content-type': 'application/json' });
    expect(bodyOf(undefined, {})).toEqual({ body: undefined, headers: {} });
  });

  it('take texts, numbers and booleans alone', () => {
    expect(headersOf({ 'X-A': 1, b: true })).toEqual({ 'x-a': '1', b: 'true' });
    expect(() => headersOf({ a: {} })).toThrow('each header');
    expect(() => headersOf('a: b')).toThrow('headers must be an object');
  });

  it('are of a method that can be called', () => {
    expect([methodOf(undefined), methodOf('patch')]).toEqual(['GET', 'PATCH']);
    expect(() => methodOf('CONNECT')).toThrow('the method');
  });
});
