import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { foldText } from '../../kernel/folded-text.js';
import { allOf, containsFilter, startsWithFilter, type TextFilter } from './text-match.js';

const contains = (text: string): TextFilter => containsFilter('nameFolded', text);
const startsWith = (text: string): TextFilter => startsWithFilter('nameFolded', text);

/** MongoDB orders texts by their UTF-8 bytes. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

interface Condition {
  readonly $gte?: string;
  readonly $lt?: string;
  readonly $regex?: string;
}

function holds(condition: Condition, stored: string): boolean {
  const { $gte, $lt, $regex } = condition;
  if ($gte !== undefined && compare(stored, $gte) < 0) return false;
  if ($lt !== undefined && compare(stored, $lt) >= 0) return false;
  return $regex === undefined || new RegExp($regex, 'u').test(stored);
}

/** What the database would answer for one document with this name. */
function finds(filter: TextFilter, name: string): boolean {
  const stored: Record<string, string> = { nameFolded: foldText(name) };
  return Object.entries(filter).every(([path, condition]) =>
    holds(condition as Condition, stored[path] ?? ''),
  );
}

const awkward = fc.constantFrom(
  ...['ß', 'ẞ', 'İ', 'ı', 'I', 'Σ', 'ς', '.', '*', '(a+)+$', '[', '\\', '^', '|', '{1}', '$', '\0'],
  ...[
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10ffff}',
    '\u{10000}',
    '😀',
    'e\u0301',
    'é',
    'ﬁ',
    '\n',
    ' ',
  ],
);
const text = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 6 })
  .map((parts) => parts.join(''));
/** A text and a search that has a fair chance to match it. */
const searched = fc.oneof(
  fc.tuple(text, text),
  fc.tuple(text, text, text).map(([before, part, after]) => [before + part + after, part] as const),
  fc.tuple(text, text).map(([part, after]) => [part + after, part.toUpperCase()] as const),
);

describe('text filters', () => {
  describe('beside a plain comparison of folded texts', () => {
    it('contains finds what includes finds', () => {
      fc.assert(
        fc.property(searched, ([stored, part]) => {
          const expected = foldText(stored).includes(foldText(part));
          expect(finds(contains(part), stored)).toBe(expected);
        }),
        { numRuns: 2000 },
      );
    });

    it('startsWith finds what startsWith finds', () => {
      fc.assert(
        fc.property(searched, ([stored, part]) => {
          const expected = foldText(stored).startsWith(foldText(part));
          expect(finds(startsWith(part), stored)).toBe(expected);
        }),
        { numRuns: 2000 },
      );
    });

    it.each([
      ['STRASSE', 'straße', false],
      ['STRAẞE', 'straße', true],
      ['ISTANBUL', 'istanbul', true],
      ['İstanbul', 'i\u0307stanbul', true],
      ['Ｃｉｓｃｏ', 'cisco', true],
    ])('contains %j in %j: %j', (part, stored, expected) => {
      expect(finds(contains(part), stored)).toBe(expected);
    });
  });

  describe('as ranges', () => {
    it('ends a prefix at the next code point', () => {
      expect(startsWith('AB')).toMatchObject({
        nameFolded: { $gte: 'ab', $lt: 'ac' },
      });
    });

    it('steps over the surrogates and over the last code point', () => {
      expect(startsWith('a\ud7ff')).toMatchObject({
        nameFolded: { $lt: 'a\ue000' },
      });
      expect(startsWith('a\u{10ffff}')).toMatchObject({ nameFolded: { $lt: 'b' } });
    });

    it('has no end when no text is greater', () => {
      const range = startsWith('\u{10ffff}')['nameFolded'];
      expect(Object.keys(range as object)).toEqual(['$gte']);
    });
  });

  it('escape every pattern character', () => {
    expect(contains('(a+)+$')).toMatchObject({
      nameFolded: { $regex: String.raw`\(a\+\)\+\$` },
    });
  });

  it('refuse a text that no pattern carries, where it lies', () => {
    expect(() => containsFilter('x', 'x'.repeat(10_000), '#/q')).toThrow('#/q is too long');
  });

  it('find everything when an empty text is searched', () => {
    expect(contains('')).toEqual({});
    expect(startsWith('')).toEqual({});
    expect(allOf([])).toEqual({});
  });
});
