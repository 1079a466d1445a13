import { describe, expect, it } from 'vitest';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { unifiedDiff } from './unified-diff.js';

const lines = (...texts: string[]): string => texts.map((text) => `${text}\n`).join('');
/** Few kinds of lines, so that texts share many of them and repeat themselves. */
const configuration = fc
  .tuple(
    fc.array(
      fc.constantFrom('!', ' exit', 'a', 'b', 'c\r', '', '-- x', '+y', '\\ z', '@@ -1 +1 @@'),
    ),
    fc.boolean(),
  )
  .map(([texts, ends]) => texts.join('\n') + (ends ? '\n' : ''));

describe('unifiedDiff', () => {
  it('is empty when the texts are equal', () => {
    expect(unifiedDiff('a\n', 'a\n')).toBe('');
    expect(unifiedDiff('', '')).toBe('');
  });

  it('shows what changed with three lines around it, in the format of patch', () => {
    const before = lines('1', '2', '3', '4', '5', '6', '7', '8', '9');
    const after = lines('1', '2', '3', '4', 'five', '6', '7', '8', '9');
    expect(unifiedDiff(before, after, { labels: { before: 'r1 old', after: 'r1 new' } })).toBe(
      [
        '--- r1 old',
        '+++ r1 new',
        '@@ -2,7 +2,7 @@',
        ' 2',
        ' 3',
        ' 4',
        '-5',
        '+five',
        ' 6',
        ' 7',
        ' 8',
        '',
      ].join('\n'),
    );
  });

  it('joins changes whose context lines touch, and parts those that stand apart', () => {
    const before = lines(...Array.from('abcdefghijklmnop'));
    const near = before.replace('e', 'E').replace('k', 'K');
    const apart = before.replace('b', 'B').replace('o', 'O');
    expect(unifiedDiff(before, near).match(/^@@/gm)).toHaveLength(1);
    expect(unifiedDiff(before, apart).match(/^@@.*/gm)).toEqual([
      '@@ -1,5 +1,5 @@',
      '@@ -12,5 +12,5 @@',
    ]);
  });

  it('names the line before where there are no lines', () => {
    expect(unifiedDiff('', 'a\nb\n')).toContain('@@ -0,0 +1,2 @@\n+a\n+b\n');
    expect(unifiedDiff('a\n', '')).toContain('@@ -1 +0,0 @@\n-a\n');
    expect(unifiedDiff('a\nb\n', 'b\n', { context: 0 })).toContain('@@ -1 +0,0 @@\n-a\n');
  });

  it('says where the last line has no line feed', () => {
    expect(unifiedDiff('a\nb', 'a\nb\n')).toBe(
      '--- before\n+++ after\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
    );
  });

  it('lets no label add a line of its own', () => {
    expect(unifiedDiff('', 'a\n', { labels: { before: 'x\n+evil', after: 'y' } })).toMatch(
      /^--- x \+evil\n/,
    );
  });

  it('gives the other text when it is applied', () => {
    fc.assert(
      fc.property(
        configuration,
        configuration,
        fc.integer({ min: 0, max: 4 }),
        (before, after, context) => {
          const difference = unifiedDiff(before, after, { context });
          expect(applyPatch(before, difference, { autoConvertLineEndings: false })).toBe(after);
        },
      ),
      { numRuns: 500 },
    );
  });
});
