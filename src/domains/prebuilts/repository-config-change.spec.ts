import { describe, expect, it } from 'vitest';
import { AppError } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import {
  type RepositoryConfigWrite,
  withConfigAdded,
  withConfigChanged,
  withConfigRemoved,
} from './repository-config-change.js';

const seal = (text: string): string => `sealed(${text})`;
const GITLAB = {
  enabled: true,
  type: 'gitlab',
  hostname: 'git.acme.example',
  path: 'packages',
  credentials: { token: 'sealed(old)' },
  retries: 3,
} satisfies JsonObject;
const present = { '@acme': GITLAB };
const tokenAfter = (write: RepositoryConfigWrite, entry: JsonObject = GITLAB): unknown => {
  const changed = withConfigChanged({ '@acme': entry }, '@acme', write, seal)['@acme'];
  return (changed?.['credentials'] as JsonObject)['token'];
};
const faultOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof AppError ? [error.kind, error.errors[0]?.pointer] : error;
  }
};

describe('adding a repository configuration', () => {
  it('fills in what was not said, and seals the token', () => {
    const write = { type: 'github', hostname: 'git.acme.example', path: 'p', token: 'new' };
    expect(withConfigAdded(present, '@new', write, seal)).toEqual({
      '@acme': GITLAB,
      '@new': {
        enabled: true,
        type: 'github',
        hostname: 'git.acme.example',
        path: 'p',
        credentials: { token: 'sealed(new)' },
      },
    });
  });

  it('refuses a name that exists in another case', () => {
    const write = { type: 'local', path: 'p' };
    expect(faultOf(() => withConfigAdded(present, '@ACME', write, seal))).toEqual([
      'conflict',
      undefined,
    ]);
  });

  it.each([
    ['a registry without a host', { type: 'gitlab', path: 'p' }, '#/hostname'],
    ['a directory with a host', { type: 'local', path: 'p', hostname: 'h' }, '#/hostname'],
    [
      'a placeholder as its token',
      { type: 'gitlab', hostname: 'h', path: 'p', token: '<ACCESS_TOKEN>' },
      '#/credentials/token',
    ],
    [
      'sealed text as its token',
      { type: 'gitlab', hostname: 'h', path: 'p', token: '$ENC1.x' },
      '#/credentials/token',
    ],
  ])('refuses %s', (_, write, pointer) => {
    expect(faultOf(() => withConfigAdded(present, '@new', write, seal))).toEqual([
      'invalid-input',
      pointer,
    ]);
  });
});

describe('changing a repository configuration', () => {
  it('leaves what was not said, and members that it does not know', () => {
    const changed = withConfigChanged(present, '@acme', { enabled: false }, seal);
    expect(changed).toEqual({ '@acme': { ...GITLAB, enabled: false } });
  });

  it('keeps, replaces or removes the token', () => {
    expect(tokenAfter({ token: '<ACCESS_TOKEN>' })).toBe('sealed(old)');
    expect(tokenAfter({ token: 'new' })).toBe('sealed(new)');
    expect(tokenAfter({ token: '' })).toBe('');
    expect(tokenAfter({ path: 'other' })).toBe('sealed(old)');
  });

  it.each([
    ['another host', { hostname: 'evil.example' }],
    ['another type', { type: 'github' }],
  ])('does not let the token go along to %s, mentioned or not', (_, write) => {
    const refused = ['invalid-input', '#/credentials/token'];
    expect(faultOf(() => tokenAfter(write))).toEqual(refused);
    expect(faultOf(() => tokenAfter({ ...write, token: '<ACCESS_TOKEN>' }))).toEqual(refused);
    expect(tokenAfter({ ...write, token: 'new' })).toBe('sealed(new)');
    expect(tokenAfter(write, { ...GITLAB, credentials: { token: '' } })).toBe('');
  });

  it('lets an entry that another platform made be disabled as it is', () => {
    const odd = { type: 'local', hostname: 'left.over', path: '/elsewhere', enabled: true };
    const changed = withConfigChanged({ '@odd': odd }, '@odd', { enabled: false }, seal);
    expect(changed['@odd']).toMatchObject({ ...odd, enabled: false });
  });

  it.each(['@other', '__proto__', 'toString'])('does not find %s', (name) => {
    expect(faultOf(() => withConfigChanged(present, name, {}, seal))).toEqual([
      'not-found',
      undefined,
    ]);
    expect(faultOf(() => withConfigRemoved(present, name))).toEqual(['not-found', undefined]);
  });
});

describe('removing a repository configuration', () => {
  it('leaves the others', () => {
    expect(withConfigRemoved({ ...present, '@other': {} }, '@acme')).toEqual({ '@other': {} });
  });
});

describe('whom a repository trusts, its webhook and interval', () => {
  const KEY = 'zcji7n3cQr1JlZVMacJoocukSZuCbGZRkL-1Z4eHzhY';
  const after = (write: RepositoryConfigWrite, entry: JsonObject = GITLAB) =>
    withConfigChanged({ '@acme': entry }, '@acme', write, seal)['@acme'];

  it('stay as they are, or unsaid, when nothing is written of them', () => {
    const entry = { ...GITLAB, trust: { publicKeys: [KEY] }, webhook: { secret: 'sealed(w)' } };
    expect(after({ enabled: false }, entry)).toEqual({ ...entry, enabled: false });
    expect(after({ enabled: false })).toEqual({ ...GITLAB, enabled: false });
  });

  it('change member by member', () => {
    const trust = { publicKeys: [KEY], requireSignature: true };
    expect(after({ trust })).toMatchObject({ trust });
    const entry = { ...GITLAB, trust: { ...trust, note: 'kept' } };
    expect(after({ trust: { requireSignature: false } }, entry)).toMatchObject({
      trust: { publicKeys: [KEY], requireSignature: false, note: 'kept' },
    });
    expect(after({ refreshSeconds: 600 })).toMatchObject({ refreshSeconds: 600 });
    expect(after({ refreshSeconds: null })).toMatchObject({ refreshSeconds: null });
  });

  it('seal, keep and remove the secret, wherever the repository goes', () => {
    const entry = { ...GITLAB, webhook: { secret: 'sealed(w)', note: 'kept' } };
    expect(after({ webhookSecret: 'new' })).toMatchObject({ webhook: { secret: 'sealed(new)' } });
    expect(after({ webhookSecret: '<SECRET>', hostname: 'h', token: 't' }, entry)).toMatchObject({
      webhook: { secret: 'sealed(w)', note: 'kept' },
    });
    expect(after({ webhookSecret: '' }, entry)).toMatchObject({ webhook: { secret: '' } });
    expect(faultOf(() => after({ webhookSecret: '<SECRET>' }))).toEqual([
      'invalid-input',
      '#/webhook/secret',
    ]);
  });

  it.each([
    ['what is no key', { publicKeys: [KEY, 'none'] }, '#/trust/publicKeys/1'],
    ['to require what nothing checks', { requireSignature: true }, '#/trust/requireSignature'],
    [
      'to take away the last key that is needed',
      { publicKeys: [], requireSignature: true },
      '#/trust/requireSignature',
    ],
  ])('refuse %s', (_, trust, pointer) => {
    expect(faultOf(() => after({ trust }))).toEqual(['invalid-input', pointer]);
  });
});
