import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { pageAt, totalPages } from './page.js';

describe('pages', () => {
  it('cover every document once and end with the last one', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 60 }), (total, size) => {
        const pages = Array.from({ length: totalPages(total, size) }, (_, index) =>
          pageAt(index + 1, size),
        );
        const covered = pages.reduce(
          (sum, { skip, limit }) => sum + Math.min(limit, total - skip),
          0,
        );
        expect(covered).toBe(total);
      }),
    );
  });

  it('are none for an empty list', () => {
    expect(totalPages(0, 25)).toBe(0);
  });
});
