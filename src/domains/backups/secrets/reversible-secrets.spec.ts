import { describe, expect, it } from 'vitest';
import { decodedSecret } from './reversible-secrets.js';

describe('reversibly encoded secrets', () => {
  it.each([
    ['094F471A1A0A', 'cisco'],
    ['05080F1C2243', 'cisco'],
    ['070C285F4D06', 'cisco'],
  ])('of type 7: %s says %s', (value, text) => {
    expect(decodedSecret(value, true)).toBe(text);
    expect(decodedSecret(value, false)).toBeUndefined();
  });

  it.each([
    ['$9$LbHX-wg4Z', 'lc'],
    ['"$9$LbHX-wg4Z"', 'lc'],
  ])('of Junos type 9: %s says %s', (value, text) => {
    expect(decodedSecret(value, false)).toBe(text);
  });

  it.each(['', '7', '0', '99FF', '0Z12', '$9$', '$9$nLa$abc', '$1$salt$hash', '$9$LbHX-wg4Zx'])(
    'are not these: %j',
    (value) => {
      expect(decodedSecret(value, true)).toBeUndefined();
    },
  );
});
