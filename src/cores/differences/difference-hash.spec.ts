import { describe, expect, it } from 'vitest';
import { differenceHash } from './difference-hash.js';
import { unifiedDiff } from './unified-diff.js';

describe('differenceHash', () => {
  it('does not depend on the names of the two sides, nor on line ends', () => {
    const named = (before: string, after: string): string =>
      unifiedDiff('a\n', 'b\n', { labels: { before, after } });
    expect(differenceHash(named('x', 'y'))).toBe(differenceHash(named('now', 'planned')));
    expect(differenceHash('[edit]\r\n+  set a;\r\n')).toBe(differenceHash('[edit]\n+  set a;'));
  });

  it('depends on everything else', () => {
    const hashes = ['b\n', 'b \n', ' b\n', 'b\n\nc\n', 'b\nc\n', ''].map((after) =>
      differenceHash(unifiedDiff('a\n', after)),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
