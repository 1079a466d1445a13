import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { PASSWORD, signIn, startEngine } from './support/engine.mjs';
import { fillObjects, fillUsers, HELD_GROUPS, MATCHING } from './support/guarded-objects.mjs';
import { shuffled, startServer } from './support/measure.mjs';
import { median, row, sized } from './support/report.mjs';

const ROUNDS = sized(100, 2);
const AIM = 2;
/** How many of a hundred objects that the caller sees are his by two groups. */
const OVERLAPS = [3, 20];

/** Times every subject in shuffled rounds, and compares the others to the first. */
async function compare(title, aim, subjects) {
  const names = Object.keys(subjects);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of shuffled(names)) {
      const begun = performance.now();
      await subjects[name]();
      times[name].push(performance.now() - begun);
    }
  }
  const [first, ...others] = names;
  for (const name of others)
    row(`${title}, ${name}`, {
      measured: median(times[name]),
      baseline: median(times[first]),
      aim,
    });
}

/** Asks for the first page with its total, and makes sure that both are what they must be. */
function request(url, token, query) {
  const headers = { authorization: `Bearer ${token}` };
  return async () => {
    const { results, total } = await (await fetch(`${url}/guarded${query}`, { headers })).json();
    if (total !== MATCHING || results.length !== 25) throw new Error(`total ${total}`);
  };
}

async function measure(server, objects, overlap) {
  const admin = await signIn(server.url);
  const member = await signIn(server.url, { username: 'member', password: PASSWORD });
  await compare(`page and total, overlap ${overlap} %`, AIM, {
    'admin with a filter': request(server.url, admin, '?kind=wanted'),
    'member of 20 groups': request(server.url, member, ''),
  });
  await compare('first after a change', AIM, {
    'admin with a filter': request(server.url, admin, '?count=now&kind=wanted'),
    'member of 20 groups': request(server.url, member, '?count=now'),
  });
  const readers = { readers: { $in: ['*', ...HELD_GROUPS] } };
  const lists = ['gbac.read', 'gbac.write'].map((list) => ({ [list]: { $in: HELD_GROUPS } }));
  await compare('total in the database', undefined, {
    'admin with a filter': () => objects.countDocuments({ kind: 'wanted' }),
    'member of 20 groups': () => objects.countDocuments(readers),
    'by the two lists': () => objects.countDocuments({ $or: lists }),
  });
}

/**
 * A list of 100,000 objects with group-based access among 20,000 users and 5,000 groups, for a caller
 * in 20 groups who sees a tenth of them, against an administrator's filter that matches as many.
 */
export async function run() {
  const engine = await startEngine();
  const client = await mongoose.mongo.MongoClient.connect(engine.uri);
  let server;
  try {
    const file = fileURLToPath(new URL('support/guarded.server.mjs', import.meta.url));
    server = await startServer(file, engine.environment);
    const db = client.db('netadmin');
    await fillUsers(db);
    for (const overlap of OVERLAPS) {
      await db.collection('objects').deleteMany({});
      await fillObjects(db.collection('objects'), overlap);
      await measure(server, db.collection('objects'), overlap);
    }
  } finally {
    await server?.stop();
    await client.close();
    await engine.stop();
  }
}
