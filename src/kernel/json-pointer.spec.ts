import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { jsonPointer } from './json-pointer.js';

const decode = (pointer: string): string[] =>
  pointer
    .slice(1)
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));

describe('jsonPointer', () => {
  it('names the whole document by the empty pointer', () => {
    expect(jsonPointer([])).toBe('#');
  });

  it('joins keys and positions', () => {
    expect(jsonPointer(['options', 'list', 3])).toBe('#/options/list/3');
  });

  it('escapes slashes and tildes, and keeps a dollar readable', () => {
    expect(jsonPointer(['a/b~c', '$ref'])).toBe('#/a~1b~0c/$ref');
  });

  it('cuts a long key', () => {
    expect(jsonPointer(['x'.repeat(1_000_000)]).length).toBeLessThan(200);
  });

  it('shows a lone surrogate instead of failing', () => {
    expect(jsonPointer(['\ud800'])).toBe('#/%EF%BF%BD');
  });

  it('shows a key as it is, or escaped, whatever stands behind it', () => {
    // A tilde is escaped in any case.
    for (let unit = 0; unit < 0x250; unit += 1) {
      const key = String.fromCharCode(unit);
      expect(jsonPointer([`${key}~`])).toBe(`${jsonPointer([key])}~0`);
    }
  });

  it('can be read back for every path of well-formed keys', () => {
    const key = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(fc.array(key), (path) => {
        expect(decode(jsonPointer(path))).toEqual(path);
      }),
    );
  });
});
