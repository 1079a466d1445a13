import { describe, expect, it } from 'vitest';
import { diffArrays } from 'diff';
import fc from 'fast-check';
import { lineDifferences, type LineDifferences } from './line-differences.js';
import { linesOf } from './text-lines.js';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '!'), { maxLength: 60 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

/** Lines that were removed or added. */
function edits({ runs }: LineDifferences): number {
  return runs
    .filter(({ kind }) => kind === 'different')
    .reduce((sum, run) => sum + run.beforeEnd - run.beforeStart + run.afterEnd - run.afterStart, 0);
}

/** The second text, made of the first one and of what the difference adds. */
function applied({ before, after, runs }: LineDifferences): string {
  return runs
    .flatMap((run) =>
      run.kind === 'equal'
        ? before.slice(run.beforeStart, run.beforeEnd)
        : after.slice(run.afterStart, run.afterEnd),
    )
    .join('');
}

describe('lineDifferences', () => {
  it('removes and adds as few lines as possible', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const fewest = diffArrays(linesOf(before), linesOf(after))
          .filter(({ added, removed }) => added || removed)
          .reduce((sum, { count }) => sum + count, 0);
        expect(edits(lineDifferences(before, after))).toBe(fewest);
      }),
      { numRuns: 300 },
    );
  });

  it('covers both texts without a gap', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const differences = lineDifferences(before, after);
        expect(applied(differences)).toBe(after);
        expect(differences.runs.at(-1)?.beforeEnd ?? 0).toBe(linesOf(before).length);
        for (const [index, run] of differences.runs.entries()) {
          expect(run.beforeStart).toBe(differences.runs[index - 1]?.beforeEnd ?? 0);
          expect(run.kind).not.toBe(differences.runs[index - 1]?.kind);
        }
      }),
    );
  });

  it('is exact for texts of which nothing stays in its place', () => {
    const shuffled = (seed: number): string =>
      Array.from({ length: 20_000 }, (_, index) => `line ${(index * seed) % 20_011}\n`).join('');
    const [before, after] = [shuffled(7919), shuffled(104_729)];
    const differences = lineDifferences(before, after);
    expect(applied(differences)).toBe(after);
    expect(edits(differences)).toBeLessThan(40_000);
  });

  it('keeps lines that occur once when a large text is written anew, and what can be kept between them', () => {
    const text = (filler: string): string =>
      Array.from(
        { length: 3000 },
        (_, at) => `interface ${at}\n${filler.repeat(1 + (at % 2))}`,
      ).join('');
    const differences = lineDifferences(text('up\ndown\n'), text('down\nup\n'));
    const kept = differences.runs
      .filter(({ kind }) => kind === 'equal')
      .reduce((sum, run) => sum + run.beforeEnd - run.beforeStart, 0);
    expect(kept).toBe(3000 + 1500 + 3 * 1500);
  });

  it('replaces a part whole that was rewritten, where more than that was', () => {
    const text = (filler: string, part: string): string =>
      `${Array.from({ length: 1100 }, (_, at) => `interface ${at}\n${filler}`).join('')}part\n${part}`;
    const [xs, ys] = ['x\n'.repeat(150), 'y\n'.repeat(150)];
    const { before, runs } = lineDifferences(
      text('up\ndown\n', xs + ys),
      text('down\nup\n', ys + xs),
    );
    const kept = runs
      .filter(({ kind }) => kind === 'equal')
      .flatMap((run) => before.slice(run.beforeStart, run.beforeEnd));
    expect(kept).toContain('part\n');
    expect(kept).not.toContain('x\n');
    expect(kept).not.toContain('y\n');
  });

  it('finishes a hundred thousand lines that are all different', () => {
    const text = (word: string): string =>
      Array.from({ length: 100_000 }, (_, at) => `${word} ${at}\n`).join('');
    expect(edits(lineDifferences(text('a'), text('b')))).toBe(200_000);
  });

  it('finishes a hundred thousand lines of two kinds', () => {
    const text = (seed: number): string =>
      Array.from({ length: 100_000 }, (_, at) =>
        ((at * seed) ^ (at >> 3)) & 1 ? 'a\n' : 'b\n',
      ).join('');
    const after = text(13);
    expect(applied(lineDifferences(text(7), after))).toBe(after);
  });
});
