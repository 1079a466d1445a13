import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Secret } from '../../kernel/secret.js';
import { redacted, redactedText } from './redaction.js';

const SECRET = 'hunter2hunter2';

describe('redactedText', () => {
  it.each([
    `GET /x?token=${SECRET}&a=1`,
    `GET /x?a=1&password=${SECRET}`,
    `GET /x?client_secret=${SECRET}`,
    `GET /x?a=1&refresh_token=${SECRET}`,
    `mongodb://root:${SECRET}@db:27017/x`,
    `mongodb+srv://root:p@${SECRET}@db/x`,
    `https://:${SECRET}@host`,
    `Authorization: Bearer ${SECRET}`,
    `authorization was Basic ${SECRET}==`,
  ])('hides the secret in %j', (text) => {
    expect(redactedText(text)).not.toContain(SECRET);
    expect(redactedText(text)).toContain('<SECRET>');
  });

  it.each(['GET /x?a=1&page=2', 'see https://host:8080/path', 'a: b@c', 'token expired'])(
    'leaves %j alone',
    (text) => {
      expect(redactedText(text)).toBe(text);
    },
  );

  it('cuts long text', () => {
    expect(redactedText('x'.repeat(1_000_000)).length).toBeLessThan(5000);
  });

  it.each([
    'a'.repeat(4000),
    '://'.repeat(1300),
    'a:'.repeat(2000),
    '?token='.repeat(500),
    '?'.repeat(4000),
    '?secret'.repeat(570),
  ])('gets through hostile text', (text) => {
    expect(redactedText(text).length).toBeLessThan(10_000);
  });
});

describe('redacted', () => {
  it('hides values under secret keys at any depth', () => {
    const key = fc.constantFrom(
      'password',
      'Token',
      'apiKey',
      'x-api-key',
      'authorization',
      'cookie',
      'clientSecret',
      'passphrase',
      'community',
      'snmpCommunities',
      'passwd',
      'set-cookie',
      'privateKey',
    );
    const path = fc.array(fc.stringMatching(/^[b-f]{1,4}$/), { maxLength: 5 });
    fc.assert(
      fc.property(key, path, fc.boolean(), (secretKey, keys, inArray) => {
        let value: unknown = { [secretKey]: inArray ? [SECRET] : { deep: SECRET } };
        for (const name of keys) value = inArray ? [{ [name]: value }] : { [name]: value };
        expect(JSON.stringify(redacted({ value }))).not.toContain(SECRET);
      }),
    );
  });

  it('shows what only speaks about a secret', () => {
    const fields = {
      tokenId: 'id-1',
      passwordSet: true,
      cookieName: 'token',
      sessionTokenCount: 3,
    };
    expect(redacted(fields)).toEqual(fields);
  });

  it('hides secrets of the platform wherever they are', () => {
    expect(redacted({ a: [new Secret(SECRET)] })).toEqual({ a: ['<SECRET>'] });
  });

  it('shows errors with their causes and fields, without secrets', () => {
    const cause = Object.assign(new Error(`mongodb://u:${SECRET}@h/ failed`), { code: 'E1' });
    const shown = redacted({ err: new Error('outer', { cause }) });
    expect(shown).toMatchObject({
      err: { type: 'Error', message: 'outer', cause: { code: 'E1' } },
    });
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });

  it('can always be written as JSON', () => {
    const cyclic: Record<string, unknown> = { name: 'a' };
    cyclic['self'] = cyclic;
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    const odd = { cyclic, deep, big: 10n, date: new Date(Number.NaN), bytes: Buffer.from(SECRET) };
    const text = JSON.stringify(redacted(odd));
    expect(text).not.toContain(SECRET);
    expect(text.length).toBeLessThan(2000);
  });

  it('passes any plain fields on as they are', () => {
    const field = fc.oneof(
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.stringMatching(/^[a-z ]{0,20}$/),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[b-d]{1,5}$/), field), (fields) => {
        expect(redacted(fields)).toEqual({ ...fields });
      }),
    );
  });
});
