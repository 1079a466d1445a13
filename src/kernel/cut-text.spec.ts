import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { cutText, textParts } from './cut-text.js';

describe('cutText', () => {
  it('keeps as much of a text as there is room for, and no half of a character', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, fc.nat(20), (whole, lengthMax) => {
        const cut = cutText(whole, lengthMax);
        expect(whole.startsWith(cut)).toBe(true);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
        expect(cut.length).toBeLessThanOrEqual(lengthMax);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(whole.length, lengthMax) - 1);
      }),
    );
  });

  it('divides a text into parts that make it up', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 20 }), (whole, lengthMax) => {
        const parts = textParts(whole, lengthMax);
        expect(parts.join('')).toBe(whole);
        expect(parts.join(' ')).not.toMatch(/\p{Surrogate}/u);
        expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(lengthMax);
        expect(parts.length).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('says that something was cut, and nothing where nothing was', () => {
    expect(cutText('a😀', 2, '…')).toBe('a…');
    expect(cutText('a😀', 3, '…')).toBe('a😀');
  });
});
