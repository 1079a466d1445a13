import { describe, expect, it } from 'vitest';
import {
  hasApiTokenForm,
  hasTokenForm,
  newApiToken,
  newClientSecret,
  newToken,
  tokenKey,
} from './token.js';

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

describe('newApiToken', () => {
  it('makes tokens that no session has, with a prefix that tells what they are', () => {
    const token = newApiToken();
    expect(token).toMatch(/^nat_[A-Za-z0-9_-]{43}$/);
    expect([hasApiTokenForm(token), hasTokenForm(token)]).toEqual([true, false]);
    expect(hasApiTokenForm(newToken())).toBe(false);
  });

  it.each([
    '',
    'nat_',
    `nat_${'a'.repeat(42)}`,
    `nat_${'a'.repeat(43)}\n`,
    `NAT_${'a'.repeat(43)}`,
  ])('is not what made %j', (text) => {
    expect(hasApiTokenForm(text)).toBe(false);
  });
});

describe('newClientSecret', () => {
  it('makes as many random bits as a token has, never the same twice', () => {
    const secrets = Array.from({ length: 1000 }, newClientSecret);
    expect(new Set(secrets).size).toBe(1000);
    expect(secrets.every((secret) => /^ncs_[A-Za-z0-9_-]{43}$/.test(secret))).toBe(true);
  });
});

describe('tokenKey', () => {
  it('is the SHA-256 of the token, from which the token cannot be read', () => {
    expect(tokenKey('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});
