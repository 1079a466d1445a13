import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject } from '../../../kernel/json.js';
import {
  maskSecrets,
  type SealedDocument,
  type SealOptions,
  sealSteps,
} from './profile-secrets.js';

const seal = (text: string): string => `$ENC1.00000000.${text}`;
const CHANGE: SealOptions = { seal, unmatched: 'refused' };
const IMPORT: SealOptions = { seal, unmatched: 'unset' };

const sealSecrets = (...given: Parameters<typeof sealSteps>): SealedDocument => {
  const steps = sealSteps(...given);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
const write = (written: JsonObject, stored: JsonObject | null = null, options = CHANGE) =>
  sealSecrets(written, stored, options).document;
const faultOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as { errors: readonly { pointer: string; detail: string }[] }).errors[0];
  }
  return undefined;
};

const REPOSITORY = { type: 'gitlab', hostname: 'git.example', path: 'a' };
const profileWith = (repository: JsonObject) => ({
  prebuiltProps: { repoConfigs: { '@a': repository } },
});
const STORED = profileWith({ ...REPOSITORY, credentials: { token: seal('kept') } });

describe('sealSecrets', () => {
  it('seals texts under the names of secrets, wherever they stand, and nothing else', () => {
    const profile = {
      redisProps: { password: 'a', host: 'b', db: 0 },
      expressProps: { express_https: { key: 'file', passphrase: 'c' } },
      alarmProps: [{ community: 'd', ip: 'e' }],
      unknown: { apiSecret: 'f', tokens: ['g', 7], passwordLength: 8, nested: [{ Token: 'h' }] },
      rabbitmq: { password: '' },
      pathProps: { password: null },
    };
    expect(write(profile)).toEqual({
      redisProps: { password: seal('a'), host: 'b', db: 0 },
      expressProps: { express_https: { key: 'file', passphrase: seal('c') } },
      alarmProps: [{ community: seal('d'), ip: 'e' }],
      unknown: {
        apiSecret: seal('f'),
        tokens: [seal('g'), 7],
        passwordLength: 8,
        nested: [{ Token: seal('h') }],
      },
      rabbitmq: { password: '' },
      pathProps: { password: null },
    });
  });

  it('seals numbers that are secrets, also those that were stored open before', () => {
    const profile = { redis: { password: 123456, tokens: 12000 }, pins: { secret: 99 } };
    const sealed = { redis: { password: seal('123456'), tokens: 12000 }, pins: { secret: 99 } };
    expect(write(profile)).toEqual(sealed);
    expect(maskSecrets(profile)).toEqual({
      ...profile,
      redis: { password: '<PASSWORD>', tokens: 12000 },
    });
    const shown = { ...profile, redis: { password: '<PASSWORD>', tokens: 12000 } };
    expect(write(shown, profile)).toEqual(sealed);
  });

  it('seals all texts below the name of a secret but those that say where it goes', () => {
    const profile = {
      unknown: {
        tokens: { first: 'a', list: ['b', { more: 'c' }], length: 1, set: true },
        secret: { url: 'https://d', value: 'e', username: 'f' },
        apiKeys: ['g'],
        communities: { readOnly: 'h' },
      },
      ...profileWith({ ...REPOSITORY, credentials: { token: 'i' } }),
    };
    const stored = {
      unknown: {
        tokens: { first: seal('a'), list: [seal('b'), { more: seal('c') }], length: 1, set: true },
        secret: { url: 'https://d', value: seal('e'), username: 'f' },
        apiKeys: [seal('g')],
        communities: { readOnly: seal('h') },
      },
      ...profileWith({ ...REPOSITORY, credentials: { token: seal('i') } }),
    };
    expect(write(profile)).toEqual(stored);
    const shown = maskSecrets(stored);
    expect(JSON.stringify(shown)).not.toContain('$ENC');
    expect(write(shown, stored)).toEqual(stored);
  });

  it('seals credentials under any key, and gives them back for their placeholder', () => {
    const url = 'https://ada:hunter2@hook.example/x?token=abc';
    const pem = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----';
    const profile = { unknown: { url, deep: [{ blob: pem }], page: 'https://a.example' } };
    const stored = {
      unknown: { url: seal(url), deep: [{ blob: seal(pem) }], page: 'https://a.example' },
    };
    expect(write(profile)).toEqual(stored);
    const shown = {
      unknown: { url: '<SECRET>', deep: [{ blob: '<SECRET>' }], page: 'https://a.example' },
    };
    expect(maskSecrets(stored)).toEqual(shown);
    expect(write(shown, stored)).toEqual(stored);
    // Stored before such texts were sealed.
    expect(maskSecrets(profile)).toEqual(shown);
    expect(write(shown, profile)).toEqual(stored);
    const open = { hook: { url: 'https://hook.example' } };
    expect(write(open, { hook: { url: seal(url) } })).toEqual(open);
  });

  it('does not take the scope of a repository for the name of a secret', () => {
    const profile = { prebuiltProps: { repoConfigs: { '@token-team': REPOSITORY } } };
    expect(write(profile)).toEqual(profile);
    expect(maskSecrets(profile)).toEqual(profile);
  });

  it('leaves no secret in clear, and changes nothing but secrets', () => {
    const keys = fc.constantFrom('password', 'token', 'host', 'constructor', 'community', 'a.b');
    const { profile } = fc.letrec<{ profile: JsonObject; value: unknown }>((tie) => ({
      profile: fc.dictionary(keys, tie('value') as never, { noNullPrototype: true }),
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: fc.constantFrom('p', 'q'), maxLength: 5 }),
        fc.constantFrom(null, 1, true),
        tie('profile'),
        fc.array(tie('value')),
      ),
    }));
    fc.assert(
      fc.property(profile, (document) => {
        const sealed = JSON.stringify(write(document));
        expect(sealed.replaceAll('$ENC1.00000000.', '')).toBe(JSON.stringify(document));
        const isClear = new RegExp(`"(?:password|token|community)":(?:\\["?[pq]|"[pq])`);
        expect(isClear.test(sealed)).toBe(false);
      }),
    );
  });

  it('keeps what is stored where its placeholder is written', () => {
    fc.assert(
      fc.property(fc.constantFrom('<ACCESS_TOKEN>', '<PASSWORD>', '<SECRET>'), (token) => {
        expect(write(profileWith({ ...REPOSITORY, credentials: { token } }), STORED)).toEqual(
          STORED,
        );
      }),
    );
    expect(write(maskSecrets(STORED), STORED)).toEqual(STORED);
  });

  it.each([
    ['hostname', 'host', { hostname: 'evil.example' }],
    ['type', 'host', { type: 'github' }],
    ['port', 'port', { port: 8443 }],
    ['url', 'URL', { url: 'https://evil.example' }],
    ['username', 'user name', { username: 'eve' }],
    ['tls', 'TLS verification', { tls: false }],
  ])('refuses a placeholder beside a changed %s', (_, aspect, change) => {
    const written = profileWith({ ...REPOSITORY, ...change, credentials: { token: '<SECRET>' } });
    expect(faultOf(() => write(written, STORED, IMPORT))).toEqual({
      pointer: '#/prebuiltProps/repoConfigs/@a/credentials/token',
      detail: `is a placeholder, but ${aspect} changed: enter the secret again`,
    });
    const entered = profileWith({ ...REPOSITORY, ...change, credentials: { token: 'new' } });
    expect(write(entered, STORED)).toEqual(
      profileWith({ ...REPOSITORY, ...change, credentials: { token: seal('new') } }),
    );
  });

  it('lets the secrets of a list follow their targets, in whatever order', () => {
    const alarm = (ip: string, trapPort: number, community: string) => ({
      ip,
      properties: { trapPort },
      community,
    });
    const stored = {
      alarmProps: [
        alarm('a', 1, seal('one')),
        alarm('b', 1, seal('two')),
        alarm('b', 2, seal('3')),
      ],
    };
    const written = {
      alarmProps: [alarm('b', 2, '<SECRET>'), alarm('c', 1, 'new'), alarm('a', 1, '<SECRET>')],
    };
    expect(write(written, stored)).toEqual({
      alarmProps: [
        alarm('b', 2, seal('3')),
        alarm('c', 1, seal('new')),
        alarm('a', 1, seal('one')),
      ],
    });
    const stolen = { alarmProps: [alarm('evil', 1, '<SECRET>')] };
    expect(faultOf(() => write(stolen, stored))?.pointer).toBe('#/alarmProps/0/community');
  });

  it('refuses a placeholder that stands for nothing; an import loses and names it', () => {
    const profile = { redisProps: { password: '<PASSWORD>' } };
    expect(faultOf(() => write(profile))?.pointer).toBe('#/redisProps/password');
    expect(sealSecrets(profile, null, IMPORT)).toEqual({
      document: { redisProps: { password: '' } },
      warnings: [
        {
          pointer: '#/redisProps/password',
          detail: 'is a placeholder and no secret is stored for it: enter the secret',
        },
      ],
    });
  });

  it('keeps and names what only another platform can open, and refuses what is ours', () => {
    const foreign = { redisProps: { password: '$ENC8f14e45fceea167a' } };
    const { document, warnings } = sealSecrets(foreign, null, IMPORT);
    expect(document).toEqual(foreign);
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['#/redisProps/password']);
    expect(maskSecrets(document)).toEqual(foreign);
    for (const password of [seal('x'), '$ENC', '$ENC12']) {
      expect(faultOf(() => write({ password }, null, IMPORT))?.detail).toContain('sealed text');
    }
  });
});

describe('maskSecrets', () => {
  it('shows each kind of secret by its placeholder, and no secret as nothing', () => {
    const sealed = seal('x');
    expect(
      maskSecrets({
        token: sealed,
        userPassword: sealed,
        passphrase: sealed,
        community: [sealed],
        password: '',
        secret: null,
        host: 'h',
      }),
    ).toEqual({
      token: '<ACCESS_TOKEN>',
      userPassword: '<PASSWORD>',
      passphrase: '<SECRET>',
      community: ['<SECRET>'],
      password: '',
      secret: null,
      host: 'h',
    });
  });
});
