import { describe, expect, it } from 'vitest';
import { DocumentDiffs } from './to-plan-answer.js';

const compared = (before: Record<string, string>, after: Record<string, string>) => ({
  compared: { before, after },
});

describe('the differences of the documents of a plan', () => {
  it('are those of what people wrote, in whatever order, without secrets', () => {
    const before = { b: 'same', a: 'here', lastUpdated: '1', password: 'hush hush' };
    const after = { a: 'package', b: 'same', lastUpdated: '2', password: 'whisper' };
    const diff = new DocumentDiffs().of(compared(before, after)) ?? '';
    expect(diff.split('\n').filter((line) => /^[-+] /.test(line))).toEqual([
      '-  "a": "here",',
      '+  "a": "package",',
    ]);
    expect(diff).not.toMatch(/hush|whisper/);
  });

  it('are empty where documents say the same, null where there is nothing to compare', () => {
    const diffs = new DocumentDiffs();
    expect(diffs.of(compared({ a: '1', version: '1' }, { a: '1', version: '2' }))).toBe('');
    expect(diffs.of({})).toBeNull();
  });

  it('end where there is no more room', () => {
    const diffs = new DocumentDiffs();
    const long = compared({ a: 'x'.repeat(300_000) }, { a: 'y'.repeat(300_000) });
    expect([diffs.of(long) === null, diffs.of(long) === null]).toEqual([false, true]);
    expect(diffs.of(compared({ a: 'x' }, { a: 'y'.repeat(600_000) }))).toBeNull();
  });
});
