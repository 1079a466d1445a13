import { createServer } from 'node:http';
import Provider from 'oidc-provider';

/**
 * A real provider of OpenID Connect in a process of its own, so that it is loaded as its makers mean
 * it. Its parent says who its users are; `login_hint` says who of them sits before the browser, or
 * whoever sits there says so himself.
 */
const { clientId, clientSecret, redirectUri, port = 0, canChoose } = JSON.parse(process.argv[2]);
let users = {};

const server = createServer();
await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  claims: { openid: ['sub'], profile: ['preferred_username', 'given_name', 'groups'] },
  cookies: { keys: ['a key for tests'] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, ...users[accountId] }),
  }),
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
});

/** Nobody is asked for a password: whoever is known signs in and agrees. */
async function interact(req, res) {
  const { params } = await provider.interactionDetails(req, res);
  const accountId = params.login_hint ?? new URL(req.url, issuer).searchParams.get('user');
  if (canChoose && accountId === null) {
    const choices = Object.keys(users).map((user) => `<p><a href="?user=${user}">${user}</a></p>`);
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(`<!doctype html><title>Sign in</title><h1>Sign in as</h1>${choices.join('')}`);
    return;
  }
  if (!users[accountId]) {
    await provider.interactionFinished(req, res, { error: 'access_denied' });
    return;
  }
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope('openid profile');
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(req, res, { login: { accountId }, consent });
}

const answer = provider.callback();
server.on('request', (req, res) => {
  const work = req.url.startsWith('/interaction/') ? interact(req, res) : answer(req, res);
  Promise.resolve(work).catch((error) => res.writeHead(500).end(String(error)));
});
process.on('message', (message) => {
  users = message.users;
  process.send({ done: true });
});
process.on('disconnect', () => process.exit());
process.send({ issuer });
