import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const ADMIN = { provenance: 'platform', name: 'admin' };
const LIST = '/user-management/roles';
const PASSWORD = 'a long password';

describe('the form of answers that a credential carries', () => {
  let platform: TestApp;
  let token: string;

  beforeAll(async () => {
    platform = await startApp('e2e-envelope-of-credentials');
    token = await aSignedInCaller(platform.app, { roles: [ADMIN] });
  });
  afterAll(() => platform.close());

  const admin = <T = JsonObject>(method: string, path: string, body?: JsonObject) =>
    platform.call<T>(method, path, { token, ...(body && { body }) });
  const made = async (username: string, more: JsonObject = {}): Promise<string> => {
    const account = { username, password: PASSWORD, groups: [], ...more };
    const { json, status, text } = await admin<{ data: { _id: string; envelope: string | null } }>(
      'POST',
      '/authorization/accounts',
      { account },
    );
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    expect(json.data.envelope).toBe(more['envelope'] ?? null);
    return json.data._id;
  };
  const signIn = async (username: string, more: JsonObject = {}): Promise<string> => {
    const body = { user: { username, password: PASSWORD }, ...more };
    const { status, text } = await platform.call('POST', '/login', { body });
    expect(status).toBe(200);
    return text;
  };
  /** The form in which operation 8 answers. */
  const formOf = async (with_: string, prefer?: string): Promise<string> => {
    const headers = {
      authorization: `Bearer ${with_}`,
      ...(prefer !== undefined && { prefer: `envelope=${prefer}` }),
    };
    // Which form it is decides what the contract says of it, so nothing else is held against that.
    const response = await fetch(new URL(LIST, platform.url), { headers });
    const json = (await response.json()) as JsonObject;
    if (response.status !== 200) throw new Error(JSON.stringify(json));
    return 'result' in json ? 'named' : 'bare';
  };

  it('is that of the server where nothing is said', async () => {
    await made('nobody-says', { assignedRoles: await roleIds() });
    expect(await formOf(await signIn('nobody-says'))).toBe('named');
  });

  it('is what was chosen at sign-in, then what the account says, and a request decides last', async () => {
    const id = await made('says', { envelope: 'bare', assignedRoles: await roleIds() });
    const own = await signIn('says');
    expect(await formOf(own)).toBe('bare');
    expect(await formOf(own, 'named')).toBe('named');
    expect(await formOf(await signIn('says', { envelope: 'named' }))).toBe('named');
    const path = `/authorization/accounts/${id}`;
    expect((await admin('PATCH', path, { envelope: null })).status).toBe(200);
    expect(await formOf(await signIn('says'))).toBe('named');
    expect(await formOf(await signIn('says', { envelope: 'bare' }))).toBe('bare');
  });

  it('is that of an API token before that of its owner', async () => {
    await made('has-tokens', { envelope: 'named', assignedRoles: await roleIds() });
    const session = await signIn('has-tokens');
    const tokenOf = async (name: string, more: JsonObject): Promise<string> => {
      const { json } = await platform.call<{ token: string; envelope: string | null }>(
        'POST',
        '/user-management/tokens',
        { token: session, body: { name, ...more } },
      );
      expect(json.envelope).toBe(more['envelope'] ?? null);
      return json.token;
    };
    expect(await formOf(await tokenOf('bare', { envelope: 'bare' }))).toBe('bare');
    expect(await formOf(await tokenOf('as its owner', {}))).toBe('named');
  });

  it('is that of a service account, also with its access tokens', async () => {
    const { json } = await admin<Record<string, string>>('POST', '/oauth/serviceAccounts', {
      name: 'a public client',
      envelope: 'bare',
      assignedRoles: await roleIds(),
    });
    expect(json['envelope']).toBe('bare');
    const issued = await platform.call<{ access_token: string }>('POST', '/oauth/token', {
      body: {
        grant_type: 'client_credentials',
        client_id: json['clientId'] ?? '',
        client_secret: json['clientSecret'] ?? '',
      },
    });
    expect(await formOf(issued.json.access_token)).toBe('bare');
  });

  it('is that of the OpenAPI document which the caller is served', async () => {
    await made('reads-contracts', { envelope: 'bare', assignedRoles: await roleIds() });
    const bare = await signIn('reads-contracts');
    const answerOf = async (with_?: string): Promise<string> => {
      const { text } = await platform.call('GET', '/openapi.json', with_ ? { token: with_ } : {});
      const { paths } = JSON.parse(text) as {
        paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
      };
      return JSON.stringify(paths[LIST]?.get.responses['200']?.content);
    };
    const named = await answerOf();
    expect(await answerOf(bare)).not.toBe(named);
    expect(await answerOf(token)).toBe(named);
    // No credential is needed, so a bad one changes nothing.
    expect(await answerOf('bad')).toBe(named);
  });

  async function roleIds(): Promise<string[]> {
    const { json } = await admin<{ results: { _id: string; name: string; provenance: string }[] }>(
      'GET',
      '/authorization/roles?limit=100',
    );
    return json.results
      .filter(({ name, provenance }) => name === 'admin' && provenance === 'platform')
      .map(({ _id }) => _id);
  }
});
