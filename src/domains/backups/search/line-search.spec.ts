import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { LinearPattern, type PatternFlags } from '../../../cores/patterns/linear-pattern.js';
import { mayHold, searchSignature } from '../../../cores/differences/search-signature.js';
import { walkLength } from '#test/support/walk-length.js';
import { type FoundLines, LineSearch } from './line-search.js';
import { hasRequired } from '../../../cores/patterns/required-literals.js';

function compiled(source: string, flags: PatternFlags = { ignoreCase: true }): LinearPattern {
  const result = LinearPattern.compile(source, flags);
  if (result.kind === 'refused') throw new Error(result.detail);
  return result.pattern;
}

/** What the search finds, and in how many steps. */
function searched(search: LineSearch, text: string): FoundLines & { readonly steps: number } {
  const work = search.in(text);
  let steps = 0;
  for (;;) {
    const step = work.next();
    if (step.done) return { ...step.value, steps };
    steps += 1;
  }
}

describe('LineSearch', () => {
  const text = 'hostname r1\r\ninterface Gi0/1\n shutdown\n\ninterface Gi0/2';

  it('finds lines, whatever ends them', () => {
    const found = (source: string): readonly number[] =>
      searched(new LineSearch(compiled(source)), text).found;
    expect(found('^INTERFACE')).toEqual([1, 4]);
    expect(found('r1$')).toEqual([0]);
    expect(found('^$')).toEqual([3]);
    expect(found('shut\\s+interface')).toEqual([]);
    expect(found('absent')).toEqual([]);
  });

  it('finds the lines in which JavaScript finds a match', () => {
    const atom = fc.constantFrom('a', 'B', '.', '\\w', '\\S', '[^a]', '\\b', '^', '$', 'é', '😀');
    const { source } = fc.letrec<{ source: string }>((tie) => ({
      source: fc.oneof(
        { maxDepth: 4 },
        { weight: 2, arbitrary: atom },
        fc.tuple(tie('source'), tie('source')).map(([one, other]) => `${one}${other}`),
        fc.tuple(tie('source'), tie('source')).map(([one, other]) => `(?:${one}|${other})`),
        fc
          .tuple(tie('source'), fc.constantFrom('?', '*', '+', '{2}', '{1,3}'))
          .map(([one, times]) => `(?:${one})${times}`),
      ),
    }));
    const line = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '-', 'é', '😀'), maxLength: 6 });
    const ended = fc.tuple(line, fc.constantFrom('\n', '\r\n')).map((parts) => parts.join(''));
    const texts = fc.array(fc.tuple(fc.array(ended, { maxLength: 5 }), line), { maxLength: 4 });
    fc.assert(
      fc.property(source, texts, fc.boolean(), (wanted, configurations, ignoreCase) => {
        const search = new LineSearch(compiled(wanted, { ignoreCase }));
        const judge = new RegExp(wanted, ignoreCase ? 'iu' : 'u');
        for (const [lines, last] of configurations) {
          const shown = [
            ...lines.map((one) => one.replace(/\r?\n$/, '')),
            ...(last === '' ? [] : [last]),
          ];
          const expected = [...shown.keys()].filter((place) => judge.test(shown[place] ?? ''));
          expect(searched(search, [...lines, last].join('')).found).toEqual(expected);
        }
      }),
      { numRuns: walkLength(500, 5000) },
    );
  });

  it('looks at no text that its signature would keep out', () => {
    const configuration = fc
      .array(fc.constantFrom('telnet', 'SSH', 'port 23', 'k\u017f\u212a', 'ü', 'vlan 12'))
      .map((lines) => lines.join(' '));
    const source = fc.constantFrom('telnet', 'ssh|telnet', 'port \\d\\d', 'kSk', 'vlan.*telnet');
    fc.assert(
      fc.property(source, configuration, fc.boolean(), (wanted, one, ignoreCase) => {
        const pattern = compiled(wanted, { ignoreCase });
        const signature = searchSignature(one);
        const isAdmitted = hasRequired(pattern.literals, (literal) => mayHold(signature, literal));
        const isFound = searched(new LineSearch(pattern), one).found.length > 0;
        expect(isFound && !isAdmitted).toBe(false);
      }),
    );
  });

  it('lets others work while it goes through a long text', () => {
    const long = 'interface Gi0/1\n'.repeat(50_000);
    expect(searched(new LineSearch(compiled('^interface')), long).steps).toBeGreaterThan(1);
  });

  it('says which lines are too long for a pattern of too many states instead of working on them for seconds', () => {
    const pattern = compiled('a[ab]{16}z');
    let state = 1;
    const letter = (): string => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 31 ? 'a' : 'b';
    };
    const line = Array.from({ length: 300_000 }, letter).join('');
    expect(searched(new LineSearch(pattern), `${line}z\n${'a'.repeat(17)}z`)).toMatchObject({
      found: [1],
      skipped: 1,
    });
    // Lines without what every match holds cost nothing, however many there are.
    const longer = new LineSearch(compiled('a[ab]{64}z'));
    const many = `${line.slice(0, 80_000)}\n`.repeat(101);
    expect(searched(longer, `${many}${'a'.repeat(65)}z`)).toMatchObject({
      found: [101],
      skipped: 0,
    });
  });

  it('goes through what makes other engines try for ever', () => {
    expect(searched(new LineSearch(compiled('(a+)+$')), `${'a'.repeat(50_000)}!`).found).toEqual(
      [],
    );
  });
});
