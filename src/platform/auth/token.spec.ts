import { describe, expect, it } from '@jest/globals';
import { hasTokenForm, newToken, tokenKey } from './token.js';

describe('newToken', () => {
  it('makes 256 bits in letters that need no escaping anywhere, never the same twice', () => {
    const tokens = Array.from({ length: 1000 }, newToken);
    expect(new Set(tokens).size).toBe(1000);
    expect(tokens.every(hasTokenForm)).toBe(true);
    expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32);
  });
});

describe('hasTokenForm', () => {
  it.each(['', 'abc', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`, `${'a'.repeat(43)}\n`])(
    'refuses %j',
    (text) => {
      expect(hasTokenForm(text)).toBe(false);
    },
  );
});

describe('tokenKey', () => {
  it('is the SHA-256 of the token, from which the token cannot be read', () => {
    expect(tokenKey('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});
