import { type CanaryWorld, type Door } from './canary-world.js';

interface Created {
  readonly data: { readonly _id: string };
}

/** Passwords, tokens and client secrets of accounts. */
export const USER_DOORS = {
  createAccount: async (world: CanaryWorld) => {
    const password = world.canaries.plant('password of a new account');
    await world.submit('createAccount', { body: anAccount('canary-one', password) });
    await world.call('POST', '/login', { token: null, body: { username: 'canary-one', password } });
    await world.call('GET', '/whoami', { token: null, headers: basic('canary-one', password) });
  },

  addAccount: async (world: CanaryWorld) => {
    const password = world.canaries.plant('password of an added account');
    await world.submit('addAccount', { body: anAccount('canary-two', password) });
  },

  updateAccount: async (world: CanaryWorld) => {
    const password = world.canaries.plant('password set by an admin');
    const path = `/authorization/accounts/${await idOf(world, 'canary-two')}`;
    await world.submit('updateAccount', { path, body: { account: { password } } });
  },

  changeOwnPassword: async (world: CanaryWorld) => {
    const currentPassword = world.canaries.plant('password before its change');
    const newPassword = world.canaries.plant('password after its change');
    await world.submit('addAccount', { body: anAccount('canary-three', currentPassword) });
    const token = await world.signIn('canary-three', currentPassword);
    await world.submit('changeOwnPassword', { token, body: { currentPassword, newPassword } });
  },

  createApiToken: async (world: CanaryWorld) => {
    const created = await world.callForSecret<{ token: string; _id: string }>(
      'API token',
      ['POST', '/user-management/tokens', { body: { name: 'canary' } }],
      ({ json }) => [json.token],
    );
    const { token, _id } = created.json;
    await world.call('GET', '/whoami', { token });
    await world.call('GET', `/whoami?token=${token}`, { token: null });
    await world.call('DELETE', `/user-management/tokens/${_id}`);
    await world.call('GET', '/whoami', { token });
  },

  createServiceAccount: async (world: CanaryWorld) => {
    const body = { name: 'canary-client', description: 'a program' };
    await world.callForSecret<ClientSecret>(
      'client secret',
      ['POST', '/oauth/serviceAccounts', { body }],
      secretsWithin,
    );
  },

  regenerateClientSecret: async (world: CanaryWorld) => {
    const { id } = await aClient(world);
    await world.callForSecret<ClientSecret>(
      'new client secret',
      ['POST', `/oauth/serviceAccounts/${id}/regenerate`],
      secretsWithin,
    );
  },

  createAccessToken: async (world: CanaryWorld) => {
    const { id } = await aClient(world);
    const renewed = await world.callForSecret<ClientSecret>(
      'client secret that is presented',
      ['POST', `/oauth/serviceAccounts/${id}/regenerate`],
      secretsWithin,
    );
    const { clientId, clientSecret } = clientOf(renewed.json);
    const tried = world.canaries.plant('client secret that was tried');
    const form = { grant_type: 'client_credentials', client_id: clientId };
    const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded' };
    const raw = new URLSearchParams({ ...form, client_secret: clientSecret }).toString();
    const { json } = await world.callForSecret<{ access_token: string }>(
      'access token',
      ['POST', '/oauth/token', { raw, headers: urlEncoded }],
      (answer) => [answer.json.access_token],
    );
    await world.call('GET', '/whoami', { token: json.access_token });
    for (const wrong of [
      { body: { ...form, client_secret: tried } },
      {
        raw: new URLSearchParams({ ...form, client_secret: tried }).toString(),
        headers: urlEncoded,
      },
      { raw: new URLSearchParams({ grant_type: tried }).toString(), headers: urlEncoded },
      { raw: `client_secret=${tried}`, headers: urlEncoded },
      {
        raw: 'grant_type=client_credentials',
        headers: { ...urlEncoded, ...basic(clientId, tried) },
      },
      { raw: `{"client_secret":"${tried}`, headers: { 'content-type': 'application/json' } },
    ]) {
      await world.call('POST', '/oauth/token', { token: null, ...wrong });
    }
  },
} as const satisfies Record<string, Door>;

interface ClientSecret {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly data?: { readonly clientId?: string; readonly clientSecret?: string };
}

function clientOf(answer: ClientSecret): { clientId: string; clientSecret: string } {
  const { clientId, clientSecret } = { ...answer, ...answer.data };
  if (clientId === undefined || clientSecret === undefined) throw new Error('no client secret');
  return { clientId, clientSecret };
}

function secretsWithin({ json }: { readonly json: ClientSecret }): readonly string[] {
  return [clientOf(json).clientSecret];
}

const basic = (name: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});

const anAccount = (username: string, password: string) => ({ account: { username, password } });

async function idOf(world: CanaryWorld, username: string): Promise<string> {
  const path = `/authorization/accounts?equals=${username}`;
  const { json } = await world.call<{ results: readonly Created['data'][] }>('GET', path);
  return json.results[0]?._id ?? 'absent';
}

async function aClient(world: CanaryWorld): Promise<{ readonly id: string }> {
  const { json } = await world.call<{ results: readonly { _id: string; name: string }[] }>(
    'GET',
    '/oauth/serviceAccounts',
  );
  const found = json.results.find(({ name }) => name === 'canary-client');
  if (!found) throw new Error('the service account is not there');
  return { id: found._id };
}
