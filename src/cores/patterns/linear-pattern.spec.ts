import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { PATTERN_COST_MAX } from './pattern-cost.js';
import { LinearPattern, type PatternFlags, quotePattern, readPattern } from './linear-pattern.js';

function compiled(source: string, flags?: PatternFlags): LinearPattern {
  const result = LinearPattern.compile(source, flags);
  if (result.kind === 'refused') throw new Error(result.detail);
  return result.pattern;
}

describe('LinearPattern', () => {
  it('tells where it matches and what its groups hold', () => {
    expect(compiled('v(\\d+)(x)?').first('at v12')).toEqual({
      start: 3,
      end: 6,
      groups: ['v12', '12', null],
    });
    expect(compiled('x').first('at v12')).toBeNull();
  });

  it('finds all matches up to a limit', () => {
    const pattern = compiled('a.');
    expect([...pattern.matches('abacad')].map(({ groups }) => groups[0])).toEqual([
      'ab',
      'ac',
      'ad',
    ]);
    expect([...pattern.matches('abacad', 2)]).toHaveLength(2);
  });

  it('ends on matches of no length', () => {
    expect([...compiled('x*').matches('axb')].map(({ start }) => start)).toEqual([0, 1, 2, 3]);
  });

  it.each([
    [{ ignoreCase: true }, 'A'],
    [{ multiline: true }, 'b\na\nb'],
    [{}, 'a'],
  ])('heeds %j', (flags, text) => {
    expect(compiled('^a$', flags).test(text)).toBe(true);
  });

  it('lets a dot stand for a line end only when asked', () => {
    expect(compiled('a.b').test('a\nb')).toBe(false);
    expect(compiled('a.b', { dotAll: true }).test('a\nb')).toBe(true);
  });

  it.each(['(?=x)', '(?<!x)y', '(x)\\1', '(', 'x{1000}{1000}', 'x'.repeat(5000)])(
    'refuses %j with a reason',
    (source) => {
      const result = LinearPattern.compile(source);
      expect(result.kind === 'refused' && result.detail.length > 0).toBe(true);
    },
  );

  it('quotes any text so that it matches itself alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const match = compiled(`^${quotePattern(text)}$`).first(text);
        expect(match?.groups[0]).toBe(text);
      }),
    );
  });
});

describe('what reading a pattern costs', () => {
  it.each([
    'a{1000}'.repeat(500),
    '(?:[^a]\\pL{0,999}){1}'.repeat(180),
    '((?:abc){30}){40}',
    `(?:${'x'.repeat(2000)}){900,}`,
    '\\pL{1000}'.repeat(400),
    '[^\\pL\\pN]'.repeat(400),
  ])('is known before it is read: %j', (source) => {
    expect(LinearPattern.costOf(source)).toBeGreaterThan(PATTERN_COST_MAX);
    expect(LinearPattern.compile(source)).toMatchObject({
      kind: 'refused',
      detail: 'repeats too much',
    });
  });

  it.each([
    'a{3}{',
    '\\p{Greek}{2}',
    '[]{9}]',
    '[^]{9}]',
    '[\\]{9}]',
    '\\{9}',
    'a{,5}',
    'a{x}',
    '(',
  ])('counts what repeats, and no other braces: %j', (source) => {
    expect(LinearPattern.costOf(source)).toBeLessThan(100);
  });

  it('is no less than the instructions of the pattern', () => {
    const part = fc.constantFrom('a', '.', '[a-f]', '\\d', '(b|c)', '(?:de)', '|', '\\pL', '\\{');
    const times = fc.constantFrom('', '*', '+?', '{3}', '{2,5}', '{4,}', '{0,2}?');
    const sequence = fc.array(fc.tuple(part, times), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sequence, fc.constantFrom('', '{7}', '{1,9}'), (parts, outer) => {
        const inner = parts.map(([one, many]) => (one === '|' ? one : one + many)).join('');
        const source = `(${inner})${outer}`;
        const result = LinearPattern.compile(source);
        const size = result.kind === 'pattern' ? result.pattern.size : 0;
        expect(LinearPattern.costOf(source)).toBeGreaterThanOrEqual(size - 4);
      }),
    );
  });
});

describe('readPattern', () => {
  it.each([
    ['a/b', 'a/b', {}],
    ['/a/b/', 'a/b', { ignoreCase: false, multiline: false, dotAll: false }],
    ['/a/im', 'a', { ignoreCase: true, multiline: true, dotAll: false }],
    ['/a/q', '/a/q', {}],
  ])('reads %j', (text, source, flags) => {
    expect(readPattern(text)).toEqual({ source, flags });
  });
});

describe('what a pattern costs', () => {
  it('grows with what it repeats', () => {
    expect(compiled('a{100}').size).toBeGreaterThan(compiled('a').size + 90);
  });

  it('does not hide how many groups it captures', () => {
    expect(compiled('(a)(?:b)(c(d)?)').groupCount).toBe(3);
  });
});
