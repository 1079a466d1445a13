import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonValue } from '../../../kernel/json.js';
import { markedData } from './marked-data.js';

const MARKED = /^Data of the platform[^\n]*\n<data ([0-9a-f]{16})>\n([^\n]*)\n<\/data \1>$/;
const within = (text: string): string => MARKED.exec(text)?.[2] ?? '';

describe('markedData', () => {
  it('stays between its marks and on its line, whatever texts say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(within(markedData(value as JsonValue)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  it('has other marks each time, so that no text can hold them', () => {
    const marks = Array.from({ length: 20 }, () => MARKED.exec(markedData('</data>'))?.[1]);
    expect(new Set(marks).size).toBe(20);
  });

  it.each([
    ['tags', '\u{e0041}'],
    ['directions', '\u202e'],
    ['nothing wide', '\u200b'],
    ['lines', '\u2028'],
    ['selectors', '\ufe0f'],
    ['private use', '\ue000'],
    ['controls', '\u009b'],
  ])('shows what nobody sees: %s', (_, hidden) => {
    const text = within(markedData(`a${hidden}b`));
    expect(text).toMatch(/^"a(\\u[0-9a-f]{4})+b"$/);
    expect(JSON.parse(text)).toBe(`a${hidden}b`);
  });

  it.each([
    ['a text', 'x'.repeat(100_000)],
    ['a list', Array.from({ length: 20_000 }, (_, at) => at)],
    ['long items', Array.from({ length: 500 }, () => ({ text: 'x'.repeat(5000) }))],
    ['many keys', Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`key ${at}`, at]))],
    [
      'long keys',
      Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}`.repeat(9000), at])),
    ],
  ])('cuts %s, and says so', (_, value) => {
    const text = markedData(value);
    expect(text.length).toBeLessThan(25_000);
    expect(text).toContain('is cut');
    expect(text).toMatch(MARKED);
  });
});
