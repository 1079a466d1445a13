import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';

describe('canonicalJson', () => {
  it('spells objects alike whatever the order of their keys', () => {
    expect(canonicalJson({ b: 1, a: [{ d: null, c: true }] })).toBe(
      '{"a":[{"c":true,"d":null}],"b":1}',
    );
  });

  it('writes points in time as text', () => {
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });

  it('spells different values differently', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const spelled = canonicalJson(value as Parameters<typeof canonicalJson>[0]);
        expect(JSON.parse(spelled)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
