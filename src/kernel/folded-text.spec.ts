import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { foldText } from './folded-text.js';

describe('foldText', () => {
  it.each([
    ['Ｃｉｓｃｏ', 'cisco'],
    ['CISCO ios', 'cisco ios'],
    ['ﬁrewall', 'firewall'],
    ['ΟΔΟΣ', 'οδοσ'],
  ])('folds %s to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('changes nothing when done again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});
