import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { requestText, signIn, startEngine } from './support/engine.mjs';
import { startServer } from './support/measure.mjs';
import { percentile, row, sized } from './support/report.mjs';

const USERS = sized(20_000, 200);
const GROUPS = sized(5000, 50);
const LOOK_UPS = sized(3000, 20);
const CREATED = sized(2000, 20);
const AT_ONCE = 8;
const MEMBERS = sized(5000, 50);
const META = { created: new Date(0), updated: new Date(0) };
const idOf = (kind, at) => `${kind}${String(at).padStart(23, '0')}`;

const aUser = (at) => ({
  _id: idOf('a', at),
  provenance: 'scim',
  username: `user-${at}@example.com`,
  usernameFolded: `user-${at}@example.com`,
  firstname: `User ${at}`,
  firstnameFolded: `user ${at}`,
  passwordHash: null,
  passwordUnseen: false,
  external: null,
  scim: { externalId: `ext-${at}`, emails: [`user-${at}@example.com`], attributes: {} },
  isServiceAccount: false,
  memberOf: [idOf('b', at % GROUPS), idOf('b', (at * 7) % GROUPS)],
  assignedRoles: [],
  inactive: false,
  credentialRevision: 1,
  sessionSerial: 0,
  lastSignIn: null,
  revision: 1,
  _meta: META,
});

const aGroup = (at) => ({
  _id: idOf('b', at),
  provenance: 'scim',
  name: `Group ${at}`,
  nameFolded: `group ${at}`,
  description: '',
  descriptionFolded: '',
  memberOf: [],
  assignedRoles: [],
  inactive: false,
  scim: { externalId: `ext-${at}` },
  revision: 1,
  _meta: META,
});

/** Does so many calls, some at once, and reports how long they took. */
async function timed(what, count, call, { atOnce = AT_ONCE, p99, rate } = {}) {
  const times = [];
  const begun = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const at = next++;
      const from = performance.now();
      await call(at);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - begun) / 1000;
  row(`${what}, p50`, { measured: percentile(times, 0.5) });
  if (count === 1) return;
  row(`${what}, p99`, { measured: percentile(times, 0.99), aim: p99 });
  row(`${what}, a second`, { measured: count / seconds, unit: '', aim: rate, atLeast: true });
}

async function measure(url) {
  const authorization = `Bearer ${await signIn(url)}`;
  const headers = { authorization, 'content-type': 'application/scim+json' };
  const call = (method, path, body) =>
    requestText(`${url}/scim/v2${path}`, { method, headers, body });
  const find = (at) =>
    call('GET', `/Users?filter=userName%20eq%20%22user-${(at * 7) % USERS}%40example.com%22`);
  const close = (at) =>
    call('PATCH', `/Users/${idOf('a', at)}`, {
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    });
  for (let at = 0; at < LOOK_UPS / 10; at += 1) await find(at);
  const aims = { p99: 20, rate: 200 };
  await timed('userName eq, one at a time', LOOK_UPS, find, { ...aims, atOnce: 1 });
  await timed(`userName eq, ${AT_ONCE} at once`, LOOK_UPS, find, aims);
  await timed('new users', CREATED, (at) =>
    call('POST', '/Users', { userName: `new-${at}`, externalId: `n-${at}`, active: true }),
  );
  await timed('users that are closed', CREATED, close);
  const members = Array.from({ length: MEMBERS }, (_, at) => ({ value: idOf('a', at) }));
  for (const op of ['add', 'remove'])
    await timed(`${MEMBERS} members: ${op}`, 1, () =>
      call('PATCH', `/Groups/${idOf('b', 1)}`, {
        Operations: [{ op, path: 'members', value: members }],
      }),
    );
}

/** A directory of 20,000 users and 5,000 groups over SCIM: look-ups, new users, leavers, a large group. */
export async function run() {
  const engine = await startEngine();
  const client = await mongoose.mongo.MongoClient.connect(engine.uri);
  let server;
  try {
    const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));
    server = await startServer(file, engine.environment);
    const db = client.db('netadmin');
    const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));
    await db.collection('groups').insertMany(many(GROUPS, aGroup));
    await db.collection('accounts').insertMany(many(USERS, aUser));
    await measure(server.url);
  } finally {
    await server?.stop();
    await client.close();
    await engine.stop();
  }
}
