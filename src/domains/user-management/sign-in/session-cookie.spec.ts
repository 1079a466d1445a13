import { describe, expect, it } from 'vitest';
import { forgottenCookie, sessionCookie } from './session-cookie.js';

describe('sessionCookie', () => {
  it('hides the token from scripts and from requests of other sites', () => {
    expect(sessionCookie('token', 'abc', false)).toBe('token=abc; Path=/; HttpOnly; SameSite=Lax');
  });

  it('keeps the token to encrypted connections where the caller has one', () => {
    expect(sessionCookie('sid', 'abc', true)).toBe(
      'sid=abc; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
  });
});

describe('forgottenCookie', () => {
  it('empties the same cookie and ends it', () => {
    expect(forgottenCookie('token', false)).toBe(
      'token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    );
  });
});
