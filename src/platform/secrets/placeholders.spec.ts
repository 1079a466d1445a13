import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  assertPlaceholderAllowed,
  isPlaceholder,
  keepOrReplace,
  mask,
  PLACEHOLDERS,
  secretToStore,
  type SecretTarget,
} from './placeholders.js';

const SEALED = '$ENC1.00000000.xxxx';
const TARGET: SecretTarget = {
  host: 'git.example.net',
  url: 'https://git.example.net/api',
  port: 443,
  username: 'reader',
  verifiesTls: true,
};

describe('mask', () => {
  it.each(PLACEHOLDERS)('shows a set secret as %s and an unset one as nothing', (placeholder) => {
    expect(mask(SEALED, placeholder)).toBe(placeholder);
    expect(mask('', placeholder)).toBe('');
    expect(mask(undefined, placeholder)).toBe('');
  });
});

describe('keepOrReplace', () => {
  it.each(PLACEHOLDERS)('keeps the stored secret when %s is written back', (placeholder) => {
    expect(keepOrReplace(placeholder, SEALED)).toEqual({ kind: 'keep', stored: SEALED });
  });

  it('removes the secret when the empty text is written', () => {
    expect(keepOrReplace('', SEALED)).toEqual({ kind: 'clear' });
  });

  it('replaces it by every other text', () => {
    const text = fc
      .string({ minLength: 1 })
      .filter((t) => !isPlaceholder(t) && !t.startsWith('$ENC'));
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, '', SEALED), (written, stored) => {
        expect(keepOrReplace(written, stored)).toEqual({ kind: 'replace', text: written });
      }),
    );
  });

  it.each([undefined, ''])('refuses a placeholder when %j is stored', (stored) => {
    expect(keepOrReplace('<SECRET>', stored).kind).toBe('refused');
  });

  it('refuses sealed text, ours or that of another installation', () => {
    expect(keepOrReplace(SEALED, SEALED).kind).toBe('refused');
    expect(keepOrReplace('$ENC0a1b2c', undefined).kind).toBe('refused');
  });

  it('brings what mask showed back to what is stored', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLACEHOLDERS), fc.string(), (placeholder, stored) => {
        const write = keepOrReplace(mask(stored, placeholder), stored);
        expect(write).toEqual(stored === '' ? { kind: 'clear' } : { kind: 'keep', stored });
      }),
    );
  });
});

describe('assertPlaceholderAllowed', () => {
  const attempt = (written: string, after: SecretTarget) => () => {
    assertPlaceholderAllowed({ written, pointer: '#/data/token', before: TARGET, after });
  };

  it.each([
    ['host', { ...TARGET, host: 'evil.example.net' }],
    ['URL', { ...TARGET, url: 'https://git.example.net/other' }],
    ['port', { ...TARGET, port: 8443 }],
    ['user name', { ...TARGET, username: 'Reader' }],
    ['TLS verification', { ...TARGET, verifiesTls: false }],
    ['TLS authorities', { ...TARGET, authorities: 'another' }],
    ['host', { ...TARGET, host: undefined }],
  ])('refuses a placeholder beside a changed %s, with the place', (aspect, after) => {
    expect(attempt('<ACCESS_TOKEN>', after)).toThrow(
      `#/data/token is a placeholder, but ${aspect} changed: enter the secret again`,
    );
  });

  it('names everything that changed', () => {
    expect(attempt('<SECRET>', {})).toThrow('host, URL, port, user name changed');
  });

  it('lets a new secret come with a new target', () => {
    expect(attempt('new secret', { host: 'other.example.net' })).not.toThrow();
    expect(attempt('', { host: 'other.example.net' })).not.toThrow();
  });

  it('takes other spellings of the same target for the same', () => {
    const after = { ...TARGET, host: 'GIT.example.net', url: 'https://GIT.example.net:443/api' };
    expect(attempt('<SECRET>', { ...after, port: '443', verifiesTls: undefined })).not.toThrow();
  });
});

describe('secretToStore', () => {
  const write = (written: string, after = TARGET) =>
    secretToStore(
      { written, stored: SEALED, pointer: '#/data/token', before: TARGET, after },
      (text) => `sealed ${text}`,
    );

  it('keeps, clears and seals', () => {
    expect(write('<PASSWORD>')).toBe(SEALED);
    expect(write('')).toBe('');
    expect(write('new')).toBe('sealed new');
    expect(write('new', { host: 'other' })).toBe('sealed new');
  });

  it('refuses with the place of the secret', () => {
    expect(() => write('<PASSWORD>', { ...TARGET, port: 1 })).toThrow('#/data/token');
    expect(() => write('$ENC1.x')).toThrow('#/data/token is sealed text');
  });
});
