import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { differenceStats, sideBySide, type SideBySideRow } from './side-by-side.js';
import { linesOf, shownLine } from './text-lines.js';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '!', '', 'x\r'))
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

/** Numbers of the lines of a side that rows show or fold. */
function numbersOf(rows: readonly SideBySideRow[], side: 'left' | 'right'): number[] {
  const numbers: number[] = [];
  for (const row of rows) {
    if (row.kind === 'folded') {
      for (let folded = 0; folded < row.count; folded += 1) numbers.push(numbers.length + 1);
    } else if (row[side]) numbers.push(row[side].number);
  }
  return numbers;
}

describe('sideBySide', () => {
  it('puts lines that stand for each other in one row', () => {
    expect(sideBySide('a\nold\nb\n', 'a\nnew\nmore\nb\n')).toEqual({
      rows: [
        { kind: 'equal', left: { number: 1, text: 'a' }, right: { number: 1, text: 'a' } },
        { kind: 'changed', left: { number: 2, text: 'old' }, right: { number: 2, text: 'new' } },
        { kind: 'added', left: null, right: { number: 3, text: 'more' } },
        { kind: 'equal', left: { number: 3, text: 'b' }, right: { number: 4, text: 'b' } },
      ],
      stats: { equal: 2, added: 1, removed: 0, changed: 1 },
    });
  });

  it('folds long parts that are equal, and counts their lines', () => {
    const before = Array.from({ length: 100 }, (_, at) => `line ${at + 1}\n`).join('');
    const { rows } = sideBySide(before, before.replace('line 50\n', ''));
    expect(rows.map(({ kind }) => kind)).toEqual([
      'folded',
      ...['equal', 'equal', 'equal'],
      'removed',
      ...['equal', 'equal', 'equal'],
      'folded',
    ]);
    expect(rows[0]).toEqual({ kind: 'folded', left: null, right: null, count: 46 });
    expect(rows[5]).toMatchObject({ left: { number: 51 }, right: { number: 50 } });
    expect(rows.at(-1)).toMatchObject({ count: 47 });
  });

  it('folds everything when nothing differs', () => {
    expect(sideBySide('a\nb\nc\n', 'a\nb\nc\n').rows).toEqual([
      { kind: 'folded', left: null, right: null, count: 3 },
    ]);
    expect(sideBySide('', '').rows).toEqual([]);
  });

  it('has each line of both sides in order, and counts what it shows', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 3 }), (before, after, context) => {
        const { rows, stats } = sideBySide(before, after, { context });
        const upTo = (length: number): number[] => Array.from({ length }, (_, at) => at + 1);
        expect(numbersOf(rows, 'left')).toEqual(upTo(linesOf(before).length));
        expect(numbersOf(rows, 'right')).toEqual(upTo(linesOf(after).length));
        expect(stats).toEqual(differenceStats(before, after));
        expect(stats.added).toBe(rows.filter(({ kind }) => kind === 'added').length);
        expect(stats.changed).toBe(rows.filter(({ kind }) => kind === 'changed').length);
        const shown = rows.flatMap(({ left }) => left ?? []);
        expect(shown.map((line) => line.text)).toEqual(
          shown.map(({ number }) => shownLine(linesOf(before)[number - 1] ?? '')),
        );
      }),
    );
  });
});
