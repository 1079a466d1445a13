import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { walkLength } from '../../../test/support/walk-length.js';
import { LinearPattern, type PatternFlags } from './linear-pattern.js';
import { hasRequired, requiredLiterals, type RequiredLiterals } from './required-literals.js';

function needOf(source: string, flags?: PatternFlags): RequiredLiterals {
  const compiled = LinearPattern.compile(source, flags);
  if (compiled.kind === 'refused') throw new Error(compiled.detail);
  return compiled.pattern.literals;
}
const literal = (text: string): RequiredLiterals => ({ kind: 'literal', text });

describe('literals of a pattern', () => {
  it('are those that every match holds', () => {
    expect(needOf('vlan 12')).toEqual(literal('vlan 12'));
    expect(needOf('^interface (\\S+)$')).toEqual(literal('interface '));
    expect(needOf('ab.*cd')).toEqual({ kind: 'all', needs: [literal('ab'), literal('cd')] });
    expect(needOf('(?:telnet|rlogin)')).toEqual({
      kind: 'some',
      needs: [literal('telnet'), literal('rlogin')],
    });
  });

  it('are the same where case does not matter', () => {
    expect(needOf('Telnet', { ignoreCase: true })).toEqual(literal('Telnet'));
  });

  it('are none where a match can do without any', () => {
    for (const source of ['\\d+', '(?:telnet)?', 'telnet|\\d', '(?:telnet)*', '(?i)telnet', ''])
      expect(needOf(source)).toEqual({ kind: 'nothing' });
  });

  it('are none where the engine says something that nobody knows', () => {
    for (const unknown of [null, 7, {}, { type: 9, subs: [] }, { type: 3, subs: [{}] }])
      expect(requiredLiterals(unknown)).toEqual({ kind: 'nothing' });
  });
});

/** Patterns of few letters, so that they match now and then. */
const { pattern } = fc.letrec<{ pattern: string; part: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'K',
      's',
      'ab',
      'Ska',
      '.',
      '\\d',
      '[ab]',
      '[^a]',
      '\\w',
      'ü',
      '\\x61',
    ),
    fc.constantFrom('(?i:ab)', '\\Qa.b\\E', '^', '$', '\\b', 'a{2}', '(?:ab){2,3}'),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(${inner})`),
  ),
  part: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '?', '*', '+', '+?', '{0,2}', '{1,2}'))
    .map(([atom, count]) => (/^[\^$]|^\\b|\}$/.test(atom) ? atom : atom + count)),
  pattern: fc.oneof(
    { depthSize: 'small' },
    fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `${one}|${other}`),
  ),
}));
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'A',
      'B',
      'k',
      's',
      'ab',
      'Ska',
      'ü',
      '1',
      '.',
      ' ',
      '\u212a',
      '\u017f',
    ),
  )
  .map((parts) => parts.join(''));

describe('literals of any pattern', () => {
  it('stand in every text that matches', () => {
    fc.assert(
      fc.property(pattern, text, fc.boolean(), (source, searched, ignoreCase) => {
        const compiled = LinearPattern.compile(source, { ignoreCase });
        if (compiled.kind === 'refused' || !compiled.pattern.test(searched)) return;
        const holds = (wanted: string): boolean => {
          const found = LinearPattern.compile(`\\Q${wanted}\\E`, { ignoreCase: true });
          return found.kind === 'pattern' && found.pattern.test(searched);
        };
        expect(hasRequired(compiled.pattern.literals, holds)).toBe(true);
      }),
      { numRuns: walkLength(600, 3000) },
    );
  });
});
