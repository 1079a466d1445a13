import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';
import { allOf, contains, equals, startsWith, textFilter, type TextFilter } from './text-match.js';

const FIELDS = {
  name: { path: 'name', foldedPath: 'nameFolded' },
  description: { path: 'description', foldedPath: 'descriptionFolded' },
  version: { path: 'version' },
};
const field = (name: string) => ({ fields: FIELDS, name, pointer: '#/queryOptions/containsField' });

/** MongoDB orders texts by their UTF-8 bytes. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

interface Condition {
  readonly $eq?: string;
  readonly $gte?: string;
  readonly $lt?: string;
  readonly $regex?: string;
}

function holds(condition: Condition, stored: string): boolean {
  const { $eq, $gte, $lt, $regex } = condition;
  if ($eq !== undefined && stored !== $eq) return false;
  if ($gte !== undefined && compare(stored, $gte) < 0) return false;
  if ($lt !== undefined && compare(stored, $lt) >= 0) return false;
  return $regex === undefined || new RegExp($regex, 'u').test(stored);
}

/** What the database would answer for one document with this name. */
function finds(filter: TextFilter, name: string): boolean {
  const stored: Record<string, string> = { name, nameFolded: foldText(name) };
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
          expect(finds(contains(field('name'), part), stored)).toBe(expected);
        }),
        { numRuns: 2000 },
      );
    });

    it('startsWith finds what startsWith finds', () => {
      fc.assert(
        fc.property(searched, ([stored, part]) => {
          const expected = foldText(stored).startsWith(foldText(part));
          expect(finds(startsWith(field('name'), part), stored)).toBe(expected);
        }),
        { numRuns: 2000 },
      );
    });

    it('equals finds the same text and no other case of it', () => {
      fc.assert(
        fc.property(searched, ([stored, part]) => {
          expect(finds(equals(field('name'), part), stored)).toBe(stored === part);
        }),
      );
    });

    it.each([
      ['STRASSE', 'straße', false],
      ['STRAẞE', 'straße', true],
      ['ISTANBUL', 'istanbul', true],
      ['İstanbul', 'i\u0307stanbul', true],
      ['Ｃｉｓｃｏ', 'cisco', true],
    ])('contains %j in %j: %p', (part, stored, expected) => {
      expect(finds(contains(field('name'), part), stored)).toBe(expected);
    });
  });

  describe('as ranges', () => {
    it('ends a prefix at the next code point', () => {
      expect(startsWith(field('name'), 'AB')).toMatchObject({
        nameFolded: { $gte: 'ab', $lt: 'ac' },
      });
    });

    it('steps over the surrogates and over the last code point', () => {
      expect(startsWith(field('name'), 'a\ud7ff')).toMatchObject({
        nameFolded: { $lt: 'a\ue000' },
      });
      expect(startsWith(field('name'), 'a\u{10ffff}')).toMatchObject({ nameFolded: { $lt: 'b' } });
    });

    it('has no end when no text is greater', () => {
      const range = startsWith(field('name'), '\u{10ffff}')['nameFolded'];
      expect(Object.keys(range as object)).toEqual(['$gte']);
    });
  });

  describe('for long texts', () => {
    it('makes a range for the longest prefix that is taken', () => {
      const range = startsWith(field('name'), 'x'.repeat(64 * 1024))['nameFolded'] as Condition;
      expect(range.$lt?.slice(-2)).toBe('xy');
    });

    it('names the place of the text, not of the field', () => {
      expect(() => textFilter({ contains: '\ud800' }, FIELDS, '#/q')).toThrow('#/q/contains holds');
    });
  });

  describe('for callers who mean harm', () => {
    it.each(['constructor', '__proto__', 'toString', '$where', 'name.first', ''])(
      'refuses %j as a field',
      (name) => {
        expect(() => contains(field(name), 'x')).toThrow(AppError);
        expect(() => textFilter({ equals: 'x', equalsField: name }, FIELDS, '#/q')).toThrow(
          '#/q/equalsField must be one of name, description, version',
        );
      },
    );

    it('escapes every pattern character', () => {
      expect(contains(field('name'), '(a+)+$')).toMatchObject({
        nameFolded: { $regex: String.raw`\(a\+\)\+\$` },
      });
    });

    it('refuses a lone surrogate, and text that no filter could carry', () => {
      expect(() => equals(field('name'), '\ud800')).toThrow('lone surrogate');
      const long = 'x'.repeat(10_000_000);
      for (const build of [contains, equals, startsWith]) {
        expect(() => build(field('name'), long)).toThrow('too long');
      }
    });

    it('refuses contains and startsWith where only equals is offered', () => {
      expect(() => contains(field('version'), '1')).toThrow('names a field without contains');
      expect(() => startsWith(field('version'), '1')).toThrow('names a field without startsWith');
      expect(equals(field('version'), '1')).toMatchObject({ version: { $eq: '1' } });
    });
  });

  describe('together', () => {
    it('searches the name when no field is given', () => {
      expect(textFilter({ equals: 'x' }, FIELDS, '#/q')).toMatchObject({ name: { $eq: 'x' } });
    });

    it('joins several filters, also on one field', () => {
      const search = { contains: 'b', startsWith: 'a', equals: 'z', equalsField: 'description' };
      expect(textFilter(search, FIELDS, '#/q')).toMatchObject({
        $and: [
          { nameFolded: { $regex: 'b' } },
          { description: { $eq: 'z' } },
          { nameFolded: { $gte: 'a', $lt: 'b' } },
        ],
      });
    });

    it('finds everything when nothing or an empty text is searched', () => {
      expect(textFilter({}, FIELDS, '#/q')).toEqual({});
      expect(textFilter({ contains: '', startsWith: '' }, FIELDS, '#/q')).toEqual({});
      expect(allOf([])).toEqual({});
    });

    it('refuses an unknown field even without a text', () => {
      expect(() => textFilter({ containsField: 'zap' }, FIELDS, '#/q')).toThrow(
        '#/q/containsField',
      );
    });
  });
});
