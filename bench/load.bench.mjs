/** What everybody else notices while one caller asks for the most expensive thing of a role, four at a time. */
import { Worker } from 'node:worker_threads';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PASSWORD, signIn, startEngine } from './support/engine.mjs';
import { expensiveRequests } from './support/expensive-requests.mjs';
import { startServer } from './support/measure.mjs';
import { percentile, row, sized } from './support/report.mjs';

const AT_ONCE = 4;
/** In less time the p99 of lists is the slowest of some dozens. */
const SECONDS = sized(15, 0.3, 'BENCH_SECONDS');
/** What else is measured alone, before it. */
const PAUSE_MS = sized(1000, 0);
const AIMS_MS = { live: 100, list: 250 };
/** Only what has one of these words in its title; everything when there are none. */
const ONLY = (process.env.BENCH_ONLY ?? '').split(',').filter((word) => word !== '');

async function callers(url, admin, roles) {
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
  const call = async (method, path, body) => {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(url + path, sent)).json();
  };
  const known = await call('GET', '/authorization/roles?limit=1000');
  const tokens = new Map();
  for (const role of roles) {
    const username = `bench-${role ?? 'nobody'}`;
    const held = (known.results ?? known.roles).filter(({ name }) => name === role);
    const account = {
      username,
      password: PASSWORD,
      assignedRoles: held.map(({ _id }) => ({ roleId: _id })),
    };
    await call('POST', '/authorization/accounts', { account });
    tokens.set(role, await signIn(url, { username, password: PASSWORD }));
  }
  return { call, tokens };
}

/** Latencies of somebody else, in milliseconds. */
async function others(url, token) {
  const times = { live: [], list: [] };
  const end = performance.now() + SECONDS * 1000;
  const ask = async (kind, path, everyMs) => {
    while (performance.now() < end) {
      const start = performance.now();
      await (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).text();
      times[kind].push(performance.now() - start);
      await delay(everyMs);
    }
  };
  await Promise.all([ask('live', '/health/live', 10), ask('list', '/admin/artifacts', 50)]);
  return times;
}

function report(title, times) {
  for (const [kind, all] of Object.entries(times))
    row(`${title}: p99 of ${kind}`, { measured: percentile(all, 0.99), aim: AIMS_MS[kind] });
}

export async function run() {
  const engine = await startEngine();
  const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));
  const server = await startServer(file, engine.environment);
  try {
    const admin = await signIn(server.url);
    const call = async (method, path, body) => {
      const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
      return (
        await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
      ).json();
    };
    const requests = (await expensiveRequests(call)).filter(
      ({ title }) => ONLY.length === 0 || ONLY.some((word) => title.includes(word)),
    );
    const { tokens } = await callers(server.url, admin, new Set(requests.map(({ role }) => role)));
    report('nothing', await others(server.url, admin));
    for (const { title, role, ...sent } of requests) {
      const workerData = { url: server.url, ...sent, token: tokens.get(role), atOnce: AT_ONCE };
      const caller = new Worker(new URL('support/load-caller.mjs', import.meta.url), {
        workerData,
      });
      const statuses = new Set();
      caller.on('message', (status) => statuses.add(status));
      await delay(PAUSE_MS / 2);
      await server.longestTurn();
      const times = await others(server.url, admin);
      report(title, times);
      row(`${title}: longest turn`, { measured: await server.longestTurn() });
      await caller.terminate();
      if (statuses.has(401) || statuses.has(500))
        throw new Error(`${title}: answers ${[...statuses].join(', ')}`);
      await delay(PAUSE_MS);
    }
  } finally {
    await server.stop();
    await engine.stop();
  }
}
