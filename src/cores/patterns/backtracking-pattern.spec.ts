import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { BacktrackingPattern } from './backtracking-pattern.js';
import { type PatternFlags } from './linear-pattern.js';
import { PatternTooExpensive } from './pattern-too-expensive.js';

function compiled(source: string, flags: PatternFlags = {}): BacktrackingPattern {
  const result = BacktrackingPattern.compile(source, flags);
  if (result.kind === 'refused') throw new Error(result.detail);
  return result.pattern;
}

/** What JavaScript itself finds. */
function expected(source: string, text: string, letters: string): unknown {
  return [...text.matchAll(new RegExp(source, `g${letters}`))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    groups: [...match].map((group: string | undefined) => group ?? null),
  }));
}

const flagsOf = (letters: string): PatternFlags => ({
  ignoreCase: letters.includes('i'),
  multiline: letters.includes('m'),
  dotAll: letters.includes('s'),
});

const found = (source: string, text: string, letters = ''): unknown => [
  ...compiled(source, flagsOf(letters)).matches(text),
];

describe('BacktrackingPattern', () => {
  it.each<[string, string, string]>([
    ['(?<=Check Date\\s).*', 'x\nCheck Date   2023/05/16\nCheck Date 1', 'm'],
    ['(?<!no )shutdown', 'no shutdown\n shutdown', ''],
    ['foo(?=bar)', 'foobar foobaz', ''],
    ['foo(?!bar)\\w*', 'foobar foobaz', ''],
    ['(\\w)\\1', 'abbccd', ''],
    ['(?<a>x|y)\\k<a>', 'xyxxyy', ''],
    ['(?<=(\\d+)(\\d+))$', '1053', ''],
    ['(?<=\\1(a))b', 'aab', ''],
    ['(z)((a+)?(b+)?(c))*', 'zaacbbbcac', ''],
    ['(?:a*){2}b', 'aab b', ''],
    ['(a*)*', 'b', ''],
    ['(?=(a+))a*b\\1', 'baaabac', ''],
    ['^\\s*(up|down)\\b', 'a\n  UP now\nupper', 'im'],
    ['a.c', 'a\nc abc', 's'],
    ['a{2,3}?a', 'aaaaa', ''],
    ['[^\\d\\s]+', '12 ab-3', ''],
    ['()', 'ab', ''],
  ])('finds what JavaScript finds: %s in %j', (source, text, letters) => {
    expect(found(source, text, letters)).toEqual(expected(source, text, letters));
  });

  it('means what JavaScript means, whatever is put together', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '\\b', '^', '$', '\\1');
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 3 },
        atom,
        fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `${one}${other}`),
        fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
        tie('pattern').map((one) => `(${one})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('?', '*', '+', '*?', '{2}', '{1,2}'))
          .map(([one, times]) => `(?:${one})${times}`),
        fc
          .tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('pattern'))
          .map(([kind, one]) => `(${kind}${one})`),
      ),
    }));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'A'), maxLength: 6 });
    const letters = fc.constantFrom('', 'i', 'm', 's');
    fc.assert(
      fc.property(pattern, text, letters, (source, one, letter) => {
        expect(found(source, one, letter)).toEqual(expected(source, one, letter));
      }),
      { numRuns: 500 },
    );
  });

  it('stops a search that takes too many steps', () => {
    expect(() => compiled('(?:a+)+(?=b)').test('a'.repeat(60))).toThrow(PatternTooExpensive);
    expect(() => compiled('(?:x|x)*(?!x)y').test('x'.repeat(5000))).toThrow(PatternTooExpensive);
  });

  it('tells whoever counts of its steps', () => {
    const stop = new Error('out of fuel');
    const spend = (): never => {
      throw stop;
    };
    expect(() => compiled('(?=a)a').first('bbba', spend)).toThrow(stop);
  });

  it.each(['(', '(?i:a)b', '(?:a{1000}){1000}', 'x'.repeat(5000), '(?<=a'])(
    'refuses %j with a reason',
    (source) => {
      const result = BacktrackingPattern.compile(source);
      expect(result.kind === 'refused' && result.detail.length > 0).toBe(true);
    },
  );
});
