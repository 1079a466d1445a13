import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { maskingSteps } from './masking.js';

const masked = (...given: Parameters<typeof maskingSteps>): JsonObject => {
  const steps = maskingSteps(...given);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

const CANARY = 'c4n4ry7f3a9b';

const SECRET_KEYS = [
  'password',
  'PASSWORD',
  'passphrase',
  'secret',
  'clientSecret',
  'client_secret',
  'token',
  'access_token',
  'refreshToken',
  'apiKey',
  'api_key',
  'privateKey',
  'key',
  'ssh-key',
  'community',
  'communities',
  'apiKeys',
  'credentials',
  'passwordHash',
  'secretHash',
  'tokenKey',
  'authorization',
  'cookie',
  'snmpCommunity',
  'psk',
];
const PLAIN_KEYS = ['name', 'description', 'host', 'port', 'keywords', 'path', 'cookieName', 'url'];

const plainText = fc.stringMatching(/^[a-z ]{0,20}$/);
const plainValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    plainText,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...PLAIN_KEYS), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const plainDocument: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom(...PLAIN_KEYS),
  plainValue,
);

/** A document with a secret in the depth of it. */
const planted: fc.Arbitrary<JsonObject> = fc
  .tuple(
    plainDocument,
    fc.array(fc.constantFrom(...PLAIN_KEYS), { maxLength: 4 }),
    fc.oneof(
      fc
        .tuple(
          fc.constantFrom(...SECRET_KEYS),
          fc.constantFrom<JsonValue>(
            CANARY,
            [CANARY],
            { inner: CANARY },
            { list: [{ x: CANARY }] },
          ),
        )
        .map(([key, value]): JsonObject => ({ [key]: value })),
      fc
        .constantFrom(
          `$ENC1.0123abcd.${CANARY}${'x'.repeat(40)}`,
          `$argon2id$v=19$m=1,t=1,p=1$${CANARY}`,
          `https://user:${CANARY}@git.acme.example/x`,
          `see https://${CANARY}@git.acme.example/x`,
          `Bearer ${CANARY}`,
          `{"password": "${CANARY}"}`,
          `client_secret=${CANARY}&x=1`,
          `communities: ${CANARY}`,
          `-----BEGIN RSA PRIVATE KEY-----\n${CANARY}\n-----END RSA PRIVATE KEY-----`,
        )
        .map((text): JsonObject => ({ text })),
      fc.constantFrom('X-Api-Key', 'Authorization', 'DB_PASSWORD').map((name): JsonObject => ({
        headers: [{ name, value: CANARY }],
      })),
    ),
  )
  .map(([document, path, secret]) =>
    path.reduceRight<JsonObject>((inner, key) => ({ ...document, [key]: inner }), {
      ...document,
      ...secret,
    }),
  );

describe('masked', () => {
  it('shows how often a secret was exchanged, and nothing else under such a key', () => {
    const counted = { credentialRevision: 3, inner: [{ credentialRevision: 4 }] };
    expect(masked(counted)).toEqual(counted);
    expect(masked({ credentialRevision: CANARY, credentials: { revision: 3 } })).toEqual({
      credentialRevision: '<SECRET>',
      credentials: { revision: '<SECRET>' },
    });
  });

  it('lets no planted secret through, wherever it lies', () => {
    fc.assert(
      fc.property(planted, (document) => {
        expect(JSON.stringify(document)).toContain(CANARY);
        expect(JSON.stringify(masked(document))).not.toContain(CANARY);
      }),
    );
  });

  it('keeps what is no secret as it is', () => {
    fc.assert(
      fc.property(plainDocument, (document) => {
        expect(masked(document)).toEqual(document);
      }),
    );
  });

  it('says that a secret changed, and not what it was or is', () => {
    const before = { token: '$ENC1.00000000.aaa', password: 'same', passphrase: '' };
    const after = { token: '$ENC1.00000000.bbb', password: 'same', passphrase: 'new' };
    expect(masked(after, before)).toEqual({
      token: '<SECRET CHANGED>',
      password: '<SECRET>',
      passphrase: '<SECRET>',
    });
  });

  it('shows whether a secret is set, and switches beside it', () => {
    const document = { credentials: { token: '', enabled: true, pin: 1234, none: null } };
    expect(masked(document)).toEqual({
      credentials: { token: '', enabled: true, pin: '<SECRET>', none: null },
    });
  });

  it('hides the value beside a name that says it is a secret', () => {
    const variables = [
      { name: 'API_TOKEN', value: 'abc' },
      { name: 'REGION', value: 'north' },
    ];
    expect(masked({ variables })).toEqual({
      variables: [
        { name: 'API_TOKEN', value: '<SECRET>' },
        { name: 'REGION', value: 'north' },
      ],
    });
  });
});
