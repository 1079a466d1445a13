import { describe, expect, it } from 'vitest';
import { passwordFault } from './password-policy.js';

const fault = (password: string, given: { username?: string; lengthMin?: number } = {}) =>
  passwordFault({ password, username: 'Ada.Lovelace', lengthMin: 8, ...given });

describe('passwordFault', () => {
  it('accepts anything long enough, whatever it is made of', () => {
    for (const password of [
      'xxxxxxxx',
      'a b c d e',
      'пароль-пароль',
      '🔑🔑🔑🔑🔑🔑🔑🔑',
      'x'.repeat(1024),
    ])
      expect([password, fault(password)]).toEqual([password, null]);
  });

  it('counts characters, not the units they are written in', () => {
    expect(fault('🔑'.repeat(7))).toBe('must have at least 8 characters');
    expect(fault('x'.repeat(11), { lengthMin: 12 })).toBe('must have at least 12 characters');
    expect(fault('x'.repeat(12), { lengthMin: 12 })).toBeNull();
    expect(fault('🔑'.repeat(1024))).toBeNull();
    expect(fault('x'.repeat(1025))).toBe('must have at most 1024 characters');
  });

  it.each([
    'Ada.Lovelace',
    'ada.lovelace',
    ' ADA.LOVELACE ',
    'ａｄａ．ｌｏｖｅｌａｃｅ',
    'ecalevoL.adA',
  ])('refuses the user name, however it is written: %j', (password) => {
    expect(fault(password)).toBe('must not be the user name');
  });

  it('refuses the placeholder that a set password is shown as', () => {
    expect(fault('<PASSWORD>')).toBe('is the placeholder, not a password');
  });

  it('refuses what has no UTF-8 form: all of it would be hashed as one text', () => {
    expect(fault('password\ud800')).toBe('holds a lone surrogate');
    expect(fault('\udc00password')).toBe('holds a lone surrogate');
  });
});
