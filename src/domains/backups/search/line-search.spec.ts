import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { LinearPattern, type PatternFlags } from '../../../cores/patterns/linear-pattern.js';
import { mayHold, searchSignature } from '../../../cores/differences/search-signature.js';
import { type FoundLines, LINE_COST_MAX, LineSearch } from './line-search.js';
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

  it('finds in each text the same as without what it remembers', () => {
    const configuration = fc
      .array(
        fc.constantFrom(
          ...['a', 'b', 'ab', 'ba', ' Ab', '', '\u212a', 'İ a', 'aÜbb', 'x'.repeat(500)],
        ),
      )
      .map((lines) => lines.join('\n'));
    const source = fc.constantFrom(
      ...[
        'a',
        'ab|ba',
        '^$',
        'k',
        'x{3}',
        '[^a]b',
        '(?:ab)?',
        'a.*b',
        'a.*(?:bb|k)',
        'ü|a',
        'a\\nb',
      ],
    );
    fc.assert(
      fc.property(source, fc.array(configuration, { maxLength: 5 }), (wanted, texts) => {
        const search = new LineSearch(compiled(wanted));
        for (const one of texts)
          expect(searched(search, one).found).toEqual(
            searched(new LineSearch(compiled(wanted), { kind: 'nothing' }), one).found,
          );
      }),
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

  it('says which lines are too long for a pattern instead of working on them for seconds', () => {
    const pattern = compiled('(?:[ab]{1,30}c?){1,20}z');
    const line = 'ab'.repeat(Math.ceil(LINE_COST_MAX / pattern.size));
    expect(searched(new LineSearch(pattern), `${line}z\nabz`)).toMatchObject({
      found: [1],
      skipped: 1,
    });
    expect(searched(new LineSearch(pattern), `${line}\nabz`)).toMatchObject({ skipped: 0 });
  });

  it('goes through what makes other engines try for ever', () => {
    expect(searched(new LineSearch(compiled('(a+)+$')), `${'a'.repeat(50_000)}!`).found).toEqual(
      [],
    );
  });
});
