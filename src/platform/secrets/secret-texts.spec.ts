import { describe, expect, it } from 'vitest';
import { maskedText, withoutCredentials, withoutNamedInJson } from './secret-texts.js';

const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----';
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';

describe('withoutCredentials', () => {
  it.each([
    [`key: ${PEM} and more`, 'key: <SECRET> and more'],
    ['-----BEGIN PRIVATE KEY-----\ncut', '<SECRET>'],
    ['https://ada:p@ss@git.acme.example/a', 'https://<SECRET>@git.acme.example/a'],
    ['https://ghp_0123456789abcdef@git.acme.example', 'https://<SECRET>@git.acme.example'],
    ['https://a.example/h?x=1&token=abc&y=2', 'https://a.example/h?x=1&token=<SECRET>&y=2'],
    ['/h?api_key=abc#top', '/h?api_key=<SECRET>#top'],
    ['?access_token=a;password=b', '?access_token=<SECRET>'],
    ['eyJhbGciOi.eyJzdWIi.c2lnbmVk', '<SECRET>'],
    ['asked with Bearer 0123456789abcdefghij.', 'asked with Bearer <SECRET>'],
    ['asked with Basic YWRhOmh1bnRlcjIy', 'asked with Basic <SECRET>'],
    ['{"Authorization": "Digest abcd"}', '{"Authorization": "Digest <SECRET>"}'],
  ])('makes of %j %j', (text, shown) => {
    expect(withoutCredentials(text)).toBe(shown);
  });

  it.each([
    CERTIFICATE,
    'ssh://git@git.acme.example/a',
    'https://git.acme.example/a?page=2&tokenCount=3',
    'https://a.example/?token={{ token }}&secret=$var.job.x',
    'password = hunter2 is for the audit to judge',
    'http://[::1]:8080/a',
    'Basic configuration of Bearer authentication',
    'Authorization: Bearer {{ token }}',
    'Cookie: set by the browser',
    'see https://a.example and mail ada@acme.example',
  ])('keeps %j', (text) => {
    expect(withoutCredentials(text)).toBe(text);
  });
});

describe('maskedText', () => {
  it.each([
    [
      'a note about tokens and passwords in general',
      'a note about tokens and passwords in general',
    ],
    ['https://git.acme.example/a?b=c', 'https://git.acme.example/a?b=c'],
    ['mail ada@acme.example', 'mail ada@acme.example'],
    ['https://ada:x1y2@git.acme.example/a', 'https://<SECRET>@git.acme.example/a'],
    ['$ENC1.00000000.abc', '<SECRET>'],
  ])('makes of %j %j', (text, shown) => {
    expect(maskedText(text)).toBe(shown);
  });

  it('takes no longer for hostile text than for any other', () => {
    const hostile = `${'a://'.repeat(20_000)}${'password='.repeat(20_000)}${'-----BEGIN PRIVATE KEY-----'.repeat(200)}${'Bearer '.repeat(20_000)}${'"a":"\\"'.repeat(20_000)}${'Cookie: a='.repeat(20_000)}`;
    expect(maskedText(withoutNamedInJson(hostile)).length).toBeGreaterThan(0);
  });
});
