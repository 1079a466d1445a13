import { describe, expect, it } from 'vitest';
import { SECRET_WORDS, soundsSecret } from './secret-names.js';

describe('soundsSecret', () => {
  it.each([
    'password',
    'adminPassword',
    'DB_PASSWD',
    'passphrase',
    'client_secret',
    'TOKENS',
    'community',
    'snmpCommunities',
    'x-api-key',
    'apiKeys',
    'private_key',
    'privateKey',
    'passwd',
    'DB_PWD',
    'psk',
    'pass',
    'tokenValue',
    'secretKey',
    'idToken',
    'password2',
    'pre-shared-key',
  ])('takes %s for the name of a secret', (name) => {
    expect(soundsSecret(name)).toBe(true);
  });

  it.each([
    'key',
    'keywords',
    'cert',
    'cookieName',
    'username',
    'host',
    'passRule',
    'pathProps',
    '',
    'tokenCount',
    'token_count',
    'passwordPolicy',
    'passwordRules',
    'secretName',
    'secret_id',
    'tokenId',
    'tokenURL',
    'token_url',
    'tokenType',
    'tokenExpiresAt',
    'passwordMinLength',
    'passwordRequired',
    'privateKeyFile',
    'secretary',
    'tokenizer',
    'compass',
    'bypass',
    'passive',
  ])('does not take %j for one', (name) => {
    expect(soundsSecret(name)).toBe(false);
  });
});

describe('SECRET_WORDS', () => {
  it.each(['token', 'tokens', 'community', 'communities', 'api-keys', 'passwords', 'passwd'])(
    'holds %s as a whole word',
    (word) => {
      expect(new RegExp(`^(?:${SECRET_WORDS})$`, 'i').test(word)).toBe(true);
    },
  );
});
