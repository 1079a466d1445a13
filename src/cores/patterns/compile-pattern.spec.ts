import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { walkLength } from '../../../test/support/walk-length.js';
import { compilePattern } from './compile-pattern.js';
import { type DocumentPattern } from './document-pattern.js';
import { quotePattern } from './linear-pattern.js';

function compiled(source: string, letters = ''): DocumentPattern {
  const result = compilePattern(source, {
    ignoreCase: letters.includes('i'),
    multiline: letters.includes('m'),
    dotAll: letters.includes('s'),
  });
  if (result.kind === 'refused') throw new Error(result.detail);
  return result.pattern;
}

/** What JavaScript itself finds. */
function expected(source: string, text: string, letters = ''): unknown {
  return [...text.matchAll(new RegExp(source, `g${letters}`))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    groups: [...match].map((group: string | undefined) => group ?? null),
  }));
}

const found = (source: string, text: string, letters = ''): unknown => [
  ...compiled(source, letters).matches(text),
];

const LINE_ENDS = ['\n', '\r', '\u2028', '\u2029'];

describe('a pattern of a document', () => {
  it.each<[string, string, string]>([
    ['a.b', 'a\rb a\u2028b a\nb axb', ''],
    ['a.b', 'a\rb a\u2028b a\nb', 's'],
    ['^b$', 'a\rb\r\nb\u2028b\u2029c', 'm'],
    ['^b\\r?$', 'a\r\nb\r\nb\nb', 'm'],
    ['^b$', 'b\n', ''],
    ['^(\\S+) .*$', 'one x\r\ntwo y\u2028three z', 'm'],
    ['\\s+', 'a\u00A0b\vc\uFEFFd\u3000e', ''],
    ['[\\s]', 'a\u00A0b\vc\uFEFFd', ''],
    ['\\S+', 'a\u00A0b\vc\uFEFFd', ''],
    ['[^\\S]+', 'a\u00A0b\vc\uFEFFd', ''],
    ['\\Ab\\z', 'ab Abz', ''],
    ['\\pN', '7 pN', ''],
    ['\\Qa.c\\E', 'a.c QabcE', ''],
    ['\\a|\\C', 'a C \u0007', ''],
    ['[[:alpha:]]', 'a :]', ''],
    ['[]|b', 'ab', ''],
    ['[^]', 'a\n', ''],
    ['k', 'K\u212Ak', 'i'],
    ['[^s]', 'S\u017Fs', 'i'],
    ['[µ]', 'µμΜ', 'i'],
    ['\u2126', 'Ωω', 'i'],
    ['(a*)*', 'b', ''],
    ['(?:(a)|b)*', 'ab', ''],
    ['(?:|a)*', 'aa', ''],
    ['(a?)?b', 'b', ''],
    ['x{,3}y{', 'x{,3}y{', ''],
    ['\\1(a)\\2', '\u0002a\u0002', ''],
    ['(s)\\1', 'sſ sS', 'i'],
    ['(?<a>x)|(?<b>y)', 'yx', ''],
    ['😀+', 'a😀😀b', ''],
    ['[😀]', '😀', ''],
    ['\\uD83D', 'a😀', ''],
    ['😀', 'a😀', ''],
    ['[^a]b', '\uD83Db', ''],
    ['(?<=x)y', 'xy zy', ''],
  ])('finds what JavaScript finds: %j in %j with %j', (source, text, letters) => {
    expect(found(source, text, letters)).toEqual(expected(source, text, letters));
    expect(compiled(source, letters).test(text)).toBe(new RegExp(source, letters).test(text));
  });

  it('means what JavaScript means, whatever is put together', () => {
    const written = ['a', 'B', '.', '\\s', '\\S', '\\w', '\\W', '\\d', '\\D', '\\n', '\\r', '[aB]'];
    const classes = [
      '[^a]',
      '[\\s\\d]',
      '[^\\W_]',
      '[A-k]',
      '\\u2028',
      'ſ',
      '[^s]',
      'K',
      '\\A',
      '\\z',
    ];
    const edges = ['\\b', '\\B', '^', '$', '(?=a)', '(?<!B)', '\\1'];
    const atom = fc.constantFrom(...written, ...classes, ...edges);
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 3 },
        { weight: 2, arbitrary: atom },
        fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `${one}${other}`),
        fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
        tie('pattern').map((one) => `(${one})`),
        fc
          .tuple(
            tie('pattern'),
            fc.constantFrom('?', '*', '+', '*?', '??', '{2}', '{1,2}', '{0,2}?'),
          )
          .map(([one, times]) => `(?:${one})${times}`),
      ),
    }));
    const unit = fc.constantFrom(
      'a',
      'B',
      ' ',
      '7',
      's',
      'K',
      'ſ',
      '\u00A0',
      '\uFEFF',
      ...LINE_ENDS,
    );
    const text = fc.string({ unit, maxLength: 7 });
    const letters = fc.constantFrom('', 'i', 'm', 's', 'im', 'ims');
    fc.assert(
      fc.property(pattern, text, letters, (source, one, letter) => {
        expect(found(source, one, letter)).toEqual(expected(source, one, letter));
        expect(compiled(source, letter).test(one)).toBe(new RegExp(source, letter).test(one));
      }),
      { numRuns: walkLength(600, 3000) },
    );
  });

  it('takes each single character for what JavaScript takes it for', () => {
    const units = Array.from({ length: 0x1_00_00 }, (_, unit) => String.fromCharCode(unit));
    const isHalf = (one: string): boolean => /[\uD800-\uDFFF]/.test(one);
    for (const [source, letters] of [
      ['^(?:\\s|\\w)$', ''],
      ['^[a-zµ-ǿΑ-ω]$', 'i'],
      ['^[^\\x00-ſ]$', 'i'],
      ['^.$', ''],
    ] as const) {
      const own = new RegExp(source, letters);
      const pattern = compiled(source, letters);
      const differing = units.filter((one) => !isHalf(one) && pattern.test(one) !== own.test(one));
      expect(differing).toEqual([]);
    }
  });

  it('counts a character beyond U+FFFF as one', () => {
    expect(found('^.$', '😀')).toEqual([{ start: 0, end: 2, groups: ['😀'] }]);
  });

  it('runs in linear time what has neither look-around nor references', () => {
    const text = 'a'.repeat(50_000);
    expect(compiled('(?:a+)+b').test(text)).toBe(false);
    expect(compiled('(a*)*b').test(text)).toBe(false);
    expect([...compiled('(a*)*b').matches(text)]).toEqual([]);
    expect([...compiled('^a+$', 'm').matches(`${text}\r\n${text}`)]).toHaveLength(2);
  });

  it.each([
    ['(?i)up', "'(?i)'"],
    ['(?P<a>x)', 'Invalid'],
    ['^*', 'Nothing to repeat'],
    ['(', 'Unterminated'],
    ['(?:a{1000}){1000}', 'repeats too much'],
  ])('refuses %j by name', (source, detail) => {
    expect(compilePattern(source)).toEqual({
      kind: 'refused',
      detail: expect.stringContaining(detail) as unknown,
    });
  });

  it('refuses what is longer than anybody writes', () => {
    expect(compilePattern('a'.repeat(5000)).kind).toBe('refused');
  });

  it('finds a quoted text, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(compiled(`^${quotePattern(text)}$`).first(text)?.groups[0]).toBe(text);
      }),
    );
  });
});
