import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { aForeignProfile, aProfile, FOREIGN_KEYS } from '../support/factories/a-profile.js';
import {
  aProfileName,
  masked,
  pathOf,
  ProfileCalls,
  type ShownProfile,
  type WrittenProfile,
} from '../support/profile-calls.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { refusalOf } from '../support/stocked-app.js';

/** A profile of a real platform lies beside the project where it is developed. */
const REFERENCE = join('..', 'shared', 'data', 'reference', '2023.2__profiles__get.success.json');
const SECRETS = [
  'the-passphrase-of-the-key',
  'the-password-of-redis',
  'the-first-community',
  'the-password-of-the-broker',
  'glpat-the-token-of-acme',
  'the-secret-of-the-webhook',
  'public-of-others',
];

describe('/profiles', () => {
  let platform: TestApp;
  let profiles: ProfileCalls;

  const namesOf = ({ results }: { readonly results: readonly ShownProfile[] }) =>
    results.map(({ profile }) => profile.id);

  beforeAll(async () => {
    platform = await startApp('e2e-profiles');
    profiles = new ProfileCalls(platform);
  });
  afterAll(() => platform.close());

  describe('creating', () => {
    it('answers every field, secrets as placeholders', async () => {
      const id = aProfileName();
      const { status, headers, json, text } = await profiles.create(aProfile(id));
      expect(status).toBe(200);
      expect(headers.get('etag')).toBe('"1"');
      expect(json.message).toBe(`Successfully created profile ${id}.`);
      expect(json.metadata).toMatchObject({ isActive: false, revision: 1, unknownKeys: [] });
      expect(json.changes).toEqual({ applied: [], restart: [], kept: [], overridden: [] });
      expect(json.data).toEqual(masked(aProfile(id)));
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      expect(await profiles.opened(id)).toEqual(aProfile(id));
    });

    it('takes what is left out from a new platform', async () => {
      const id = aProfileName();
      const { json } = await profiles.create({ id, description: 'short' });
      expect(json.data).toMatchObject({
        id,
        description: 'short',
        authenticationProps: { admins: [{ provenance: 'local', group: 'admins' }] },
        retryStrategy: { maxRetries: 10 },
      });
      expect((await profiles.create({ id: aProfileName() })).json.data['description']).toBe('');
    });

    it('refuses a name that is taken, whatever its case', async () => {
      const id = aProfileName();
      await profiles.create({ id });
      const again = await profiles.create({ id: id.toUpperCase() });
      expect([again.status, refusalOf(again)[0]]).toEqual([409, 409]);
    });

    it('refuses a placeholder: there is no secret that it could stand for', async () => {
      const redisProps = { password: '<PASSWORD>' };
      expect(refusalOf(await profiles.create({ id: aProfileName(), redisProps }))).toEqual([
        400,
        '#/properties/redisProps/password',
      ]);
    });

    it.each(['$ENC', '$ENC1.00000000.abc', '$ENCxyz'])(
      'refuses %s as a secret',
      async (password) => {
        const answer = await profiles.create({ id: aProfileName(), redisProps: { password } });
        expect(refusalOf(answer)).toEqual([400, '#/properties/redisProps/password']);
      },
    );

    it.each([
      ['__proto__ as a key', '{"properties":{"id":"x","uiProps":{"__proto__":{"a":1}}}}', 400],
      ['too deep nesting', `{"properties":{"id":"x","a":${'['.repeat(95)}${']'.repeat(95)}}}`, 400],
      ['12 MiB and more', JSON.stringify({ properties: { id: 'x', a: 'x'.repeat(13e6) } }), 413],
    ])('refuses %s', async (_, raw, status) => {
      const headers = { 'content-type': 'application/json' };
      expect((await profiles.call('POST', '/profiles', { raw, headers })).status).toBe(status);
      expect((await profiles.call('POST', '/profiles/import', { raw, headers })).status).toBe(
        status,
      );
      expect((await profiles.call('GET', '/profiles/x')).status).toBe(404);
    });

    it('keeps keys that databases and languages take for their own', async () => {
      const odd = {
        $ref: 'collection',
        $id: '1',
        'a.b': { $where: 'x' },
        constructor: { prototype: 1 },
        toString: 'text',
        _bsontype: 'ObjectId',
        '': {},
      };
      const id = aProfileName();
      const { json } = await profiles.create({ id, odd, description: '' });
      expect(json.data['odd']).toEqual(odd);
      expect((await profiles.get(id)).profile['odd']).toEqual(odd);
      expect(json.metadata.unknownKeys).toEqual(['#/odd']);
    });

    it.each(['../x', '..', '.', 'a/b', 'a\\b', ' a', 'a ', 'a\n', 'a%2f', '', 'x'.repeat(129)])(
      'refuses %j as a name',
      async (id) => {
        expect(refusalOf(await profiles.create({ id }))).toEqual([400, '#/properties/id']);
      },
    );

    it('is done once for one idempotency key', async () => {
      const body = { properties: { id: aProfileName() } };
      const headers = { 'idempotency-key': 'create-once' };
      const first = await profiles.call<WrittenProfile>('POST', '/profiles', { body, headers });
      const again = await profiles.call<WrittenProfile>('POST', '/profiles', { body, headers });
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    });
  });

  describe('a profile', () => {
    it('is found by its name, whatever its case', async () => {
      const id = `${aProfileName()} of Ada`;
      await profiles.create(aProfile(id));
      const { status, headers, json } = await profiles.call<ShownProfile>(
        'GET',
        pathOf(id.toUpperCase()),
      );
      expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"1\./)]);
      expect(json.profile).toEqual(masked(aProfile(id)));
      const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
      expect((await profiles.call('GET', pathOf(id), known)).status).toBe(304);
    });

    it.each(['absent', '..%2F..%2Fetc%2Fpasswd', '%00', '$where', '{"$ne":null}', '__proto__'])(
      'is not there under the name %s',
      async (name) => {
        for (const [method, rest] of [
          ['GET', ''],
          ['GET', '/export'],
          ['GET', '/effective'],
          ['PUT', '/active'],
          ['DELETE', ''],
        ] as const) {
          const path = `/profiles/${name.startsWith('{') ? encodeURIComponent(name) : name}${rest}`;
          expect([method, rest, (await profiles.call(method, path)).status]).toEqual([
            method,
            rest,
            404,
          ]);
        }
      },
    );

    it('is listed by name, searched by it, and counted', async () => {
      for (const name of ['list b', 'List a', 'list C']) await profiles.create(aProfile(name));
      expect(namesOf(await profiles.list('startsWith=LIST'))).toEqual([
        'List a',
        'list b',
        'list C',
      ]);
      const found = await profiles.list(
        'contains=ist&order=-1&skip=1&limit=1&sort=id&containsField=name',
      );
      expect([namesOf(found), found.total]).toEqual([['list b'], 3]);
      expect(namesOf(await profiles.list('equals=list C&equalsField=id'))).toEqual(['list C']);
      expect(await profiles.list('equals=list c')).toEqual({ results: [], total: 0 });
      expect(found.results[0]?.profile).toEqual(masked(aProfile('list b')));
      expect((await profiles.call('GET', '/profiles?containsField=document')).status).toBe(400);
      expect((await profiles.list('limit=0')).total).toBeGreaterThan(3);
    });
  });

  describe('replacing', () => {
    it('names what only another platform can open, like creating', async () => {
      const id = aProfileName();
      const properties = { id, redisProps: { password: '$ENC8f14e45fceea167a' } };
      for (const { json } of [
        await profiles.create(properties),
        await profiles.replace(properties),
      ]) {
        expect(json.warnings.map(({ pointer }) => pointer)).toEqual(['#/redisProps/password']);
        expect(json.data).toMatchObject(properties);
      }
    });

    it('takes the place of the whole document, and counts the revision', async () => {
      const id = aProfileName();
      await profiles.create(aProfile(id));
      const properties = aProfile(id, { description: 'changed', newKey: true });
      const { status, headers, json } = await profiles.replace(properties, { 'if-match': '"1"' });
      expect([status, headers.get('etag')]).toEqual([200, '"2"']);
      expect(json.data).toEqual(masked(properties));
      expect(json.metadata).toMatchObject({ revision: 2, unknownKeys: ['#/newKey'] });
      expect((await profiles.replace({ id })).json.data).toEqual({ id });
    });

    it('keeps the secrets of a profile that is written as it was read', async () => {
      const id = aProfileName();
      await profiles.create(aProfile(id));
      const { profile } = await profiles.get(id);
      const { json } = await profiles.replace(profile);
      expect(json.data).toEqual(profile);
      expect(await profiles.opened(id)).toEqual(aProfile(id));
    });

    it.each([
      ['redisProps', { host: 'evil.example', password: '<PASSWORD>' }, '/password'],
      ['redisProps', { host: 'redis.example', port: 1, password: '<PASSWORD>' }, '/password'],
      [
        'prebuiltProps',
        {
          repoConfigs: {
            '@acme': { type: 'gitlab', hostname: 'evil', credentials: { token: '<SECRET>' } },
          },
        },
        '/repoConfigs/@acme/credentials/token',
      ],
      ['alarmProps', [{ ip: '192.0.2.9', community: '<SECRET>' }], '/0/community'],
    ])('lets no secret of %s follow to another place', async (group, value, place) => {
      const id = aProfileName();
      await profiles.create(aProfile(id));
      const answer = await profiles.replace(aProfile(id, { [group]: value as never }));
      expect(refusalOf(answer)).toEqual([400, `#/properties/${group}${place}`]);
      expect((await profiles.get(id)).metadata.revision).toBe(1);
    });

    it('shows a repository as its own operations left it, and takes it back so', async () => {
      const configs = '/prebuilts-repository/configs';
      const config = { name: '@null', type: 'gitlab', hostname: 'git.acme.example', path: 'x' };
      const body = { ...config, enabled: false, refreshSeconds: null };
      expect((await profiles.call('POST', configs, { body })).status).toBe(200);
      const { profile } = await profiles.get('default');
      expect(profile).toMatchObject({
        prebuiltProps: { repoConfigs: { '@null': { refreshSeconds: null } } },
      });
      expect((await profiles.replace(profile)).status).toBe(200);
    });

    it('is refused for another name, another revision, and what is not there', async () => {
      const id = aProfileName();
      await profiles.create(aProfile(id));
      const body = { properties: aProfile('another') };
      expect(refusalOf(await profiles.call('PUT', pathOf(id), { body }))).toEqual([
        400,
        '#/properties/id',
      ]);
      expect((await profiles.replace(aProfile(id), { 'if-match': '"7"' })).status).toBe(412);
      expect((await profiles.replace(aProfile('absent'))).status).toBe(404);
      const large = { properties: { id, a: 'x'.repeat(13e6) } };
      expect((await profiles.call('PUT', pathOf(id), { body: large })).status).toBe(413);
    });
  });

  describe('importing', () => {
    it('keeps a profile of another platform as it is, and names what nobody knows', async () => {
      const foreign = aForeignProfile(aProfileName());
      const { status, json } = await profiles.import({ properties: foreign });
      expect(status).toBe(200);
      expect(json.metadata.unknownKeys).toEqual(FOREIGN_KEYS);
      expect(json.warnings).toEqual([
        { pointer: '#/redisProps/password', detail: expect.stringContaining('another platform') },
      ]);
      expect((await profiles.get(foreign.id)).profile).toEqual(masked(foreign));
      expect(await profiles.opened(foreign.id)).toEqual(foreign);
    });

    it('answers every field', async () => {
      const { status, json } = await profiles.import({
        profile: aProfile(aProfileName()),
        metadata: {},
      });
      expect([status, json.warnings]).toEqual([200, []]);
    });

    // Skipped where that profile is not at hand: it is another party's, and not part of the project.
    (existsSync(REFERENCE) ? describe : describe.skip)('of a real platform', () => {
      it('reads back what came in, secrets aside', async () => {
        const { profile } = JSON.parse(readFileSync(REFERENCE, 'utf8')) as ShownProfile;
        const { id } = profile;
        expect((await profiles.import({ properties: profile })).status).toBe(200);
        expect((await profiles.get(id)).profile).toEqual(masked(profile));
        expect(await profiles.opened(id)).toEqual(profile);
      });
    });

    it('takes what an export gives, and blanks no secret', async () => {
      const id = aProfileName();
      await profiles.create(aProfile(id));
      const exported = await profiles.call<ShownProfile>('GET', pathOf(id, '/export'));
      expect(exported.status).toBe(200);
      expect(exported.json.profile).toEqual(masked(aProfile(id)));
      const { status, json } = await profiles.import({
        ...exported.json,
        options: { overwrite: true },
      });
      expect([status, json.warnings]).toEqual([200, []]);
      expect(await profiles.opened(id)).toEqual(aProfile(id));
    });

    it('leaves unset, and names, the secrets that a new platform lacks', async () => {
      const id = aProfileName();
      const { json } = await profiles.import({ profile: masked(aProfile(id)) });
      expect(json.warnings.map(({ pointer }) => pointer).toSorted()).toEqual([
        '#/alarmProps/0/community',
        '#/expressProps/express_https/passphrase',
        '#/prebuiltProps/repoConfigs/@acme/credentials/token',
        '#/prebuiltProps/repoConfigs/@acme/webhook/secret',
        '#/rabbitmq/password',
        '#/redisProps/password',
      ]);
      expect((await profiles.get(id)).profile).toMatchObject({ redisProps: { password: '' } });
    });

    it('replaces a profile only when it is told to', async () => {
      const id = aProfileName();
      await profiles.create(aProfile(id));
      expect((await profiles.import({ properties: { id } })).status).toBe(409);
      const { json } = await profiles.import({ properties: { id }, options: { overwrite: true } });
      expect(json.data).toEqual({ id });
    });

    it('takes one profile, under one name', async () => {
      const body = { properties: { id: 'a' }, profile: { id: 'a' } };
      expect(refusalOf(await profiles.import(body))).toEqual([400, '#/profile']);
      expect(refusalOf(await profiles.import({}))).toEqual([400, '#/properties']);
    });
  });

  describe('deleting', () => {
    it('removes a profile', async () => {
      const id = aProfileName();
      await profiles.create({ id });
      expect(
        (await profiles.call('DELETE', pathOf(id), { headers: { 'if-match': '"2"' } })).status,
      ).toBe(412);
      expect(
        (await profiles.call('DELETE', pathOf(id), { headers: { 'if-match': '"1"' } })).status,
      ).toBe(200);
      expect((await profiles.call('GET', pathOf(id))).status).toBe(404);
    });

    it('is refused for the active one', async () => {
      expect((await profiles.call('DELETE', pathOf('default'))).status).toBe(409);
      expect((await profiles.get('default')).metadata.isActive).toBe(true);
    });
  });

  describe('are refused', () => {
    const OPERATIONS: readonly (readonly [string, string])[] = [
      ['GET', '/schema/profiles'],
      ['GET', '/profiles'],
      ['POST', '/profiles'],
      ['POST', '/profiles/import'],
      ['GET', '/profiles/x'],
      ['PUT', '/profiles/x'],
      ['DELETE', '/profiles/x'],
      ['PUT', '/profiles/x/active'],
      ['GET', '/profiles/x/export'],
      ['GET', '/profiles/x/effective'],
    ];
    it.each(OPERATIONS)(
      'to callers whom nobody knows, or who may not: %s %s',
      async (verb, path) => {
        expect((await platform.call(verb, path)).status).toBe(401);
        expect((await platform.as('engineering', verb, path)).status).toBe(403);
      },
    );

    it.each(OPERATIONS.filter(([verb]) => verb === 'DELETE' || verb === 'PUT'))(
      'with a header that says nothing: %s %s',
      async (verb, path) => {
        const headers = { 'if-match': 'no tag' };
        const body = verb === 'PUT' ? { body: { properties: { id: 'x' } } } : {};
        expect((await profiles.call(verb, path, { headers, ...body })).status).toBe(400);
      },
    );

    it('with the idempotency key of another request', async () => {
      const [a, b] = [aProfileName(), aProfileName()];
      const requests: readonly (readonly [string, string, object?])[] = [
        ['POST', '/profiles', { properties: { id: a } }],
        ['POST', '/profiles', { properties: { id: b } }],
        ['POST', '/profiles/import', { properties: { id: a }, options: { overwrite: true } }],
        ['POST', '/profiles/import', { properties: { id: b }, options: { overwrite: true } }],
        ['PUT', pathOf(a), { properties: { id: a } }],
        ['PUT', pathOf(a), { properties: { id: a, description: 'other' } }],
        ['PUT', pathOf(a, '/active')],
        ['PUT', pathOf('default', '/active')],
      ];
      const send = async ([verb, path, body]: (typeof requests)[number]) => {
        const headers = { 'idempotency-key': 'one-key' };
        return (await profiles.call(verb, path, { headers, ...(body && { body }) })).status;
      };
      const statuses: number[] = [];
      for (const request of requests) statuses.push(await send(request));
      expect(statuses).toEqual([200, 422, 200, 422, 200, 422, 200, 422]);
      await profiles.activate('default');
      await profiles.create({ id: b });
      expect(await send(['DELETE', pathOf(a)])).toBe(200);
      expect(await send(['DELETE', pathOf(b)])).toBe(422);
    });
  });

  it('shows each setting with the value that counts and its source', async () => {
    const id = aProfileName();
    await profiles.import({
      properties: { id, redisProps: { password: 'sealed' }, alarmProps: [] },
    });
    const { status, json } = await profiles.call<{
      settings: readonly { readonly setting: string }[];
    }>('GET', pathOf(id, '/effective'));
    expect(status).toBe(200);
    const settings = new Map(json.settings.map(({ setting, ...rest }) => [setting, rest]));
    expect(settings.get('#/redisProps/password')).toEqual({
      value: '<PASSWORD>',
      source: 'profile',
      effect: 'kept',
    });
    expect(settings.get('#/expressProps/express_http/port')).toEqual({
      value: 0,
      source: 'environment',
      variable: 'PORT',
      effect: 'restart',
    });
    expect(settings.get('#/retryStrategy/maxRetries')).toEqual({
      value: 10,
      source: 'default',
      effect: 'kept',
    });
    expect(settings.get('#/alarmProps')).toEqual({ value: [], source: 'profile', effect: 'kept' });
  });

  it('follow a schema that has their shape', async () => {
    const { status, json } = await platform.as<{ schema: JsonObject }>(
      'apiread',
      'GET',
      '/schema/profiles',
    );
    expect(status).toBe(200);
    const groups = Object.keys(aProfile('x')).filter((key) => !['id', 'description'].includes(key));
    expect(Object.keys(json.schema)).toEqual(expect.arrayContaining(groups));
  });
});
