#!/usr/bin/env node
/**
 * Two nodes on a stand-in for a replica set whose primary steps down, dies and loses replies while clients
 * write, jobs run, events are followed and packages are installed:
 * `node scripts/replica-walk.mjs [--short] [ROUNDS]`. Each round is ten replies that are lost and one change
 * of the primary. What was acknowledged must be there, nothing twice, and errors must end with their cause.
 */
import mongoose from 'mongoose';
import { ReplicaSet } from '../test/support/replica-set/replica-set.mjs';
import { countedCalls } from './support/counted-calls.mjs';
import { followEvents, receiveEvents } from './support/event-witnesses.mjs';
import { keptWalk } from './support/kept-walk.mjs';
import { call, endPlatform, signIn, startPlatform } from './support/platform.mjs';
import { EVENT_SOURCE, KINDS } from './support/replica-writers.mjs';
import { attend, checkJobs, makeWorkflows, startJob, untilEnded } from './support/walk-jobs.mjs';
import { LEAF_NAME } from './support/walk-workflows.mjs';

const IS_SHORT = process.argv.includes('--short');
const ROUNDS = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 5);
const LOST_A_ROUND = IS_SHORT ? 6 : 10;
/** Every so many commands a reply is lost: not so often that it is most often the second try. */
const LOST_EVERY = 25;
const PASSWORD = 'a password for the replica walk';
const SETTLED_MS = 1500;
const ERRORS_MAX_MS = 1000;
const PATIENCE_MS = 60_000;
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];
/** What befalls commands beside lost replies; codes as a server gives them. */
const TROUBLE = [
  { kind: 'dropBefore' },
  { kind: 'concernError', code: 189, only: WRITES },
  { kind: 'error', code: 11600 },
  { kind: 'error', code: 10107, only: WRITES },
  { kind: 'delay', ms: 300 },
];
const COUNTER = 'Counter of the replica walk';
const COUNTER_AT = `/automation-studio/workflows/detailed/${encodeURIComponent(COUNTER)}`;
const say = (line) =>
  process.stdout.write(`${line}
`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const between = (from, to) => from + Math.random() * (to - from);

const walk = keptWalk('replica', {
  isShort: IS_SHORT,
  initial: {
    rounds: 0,
    lost: 0,
    repeats: 0,
    ids: 0,
    acknowledged: {},
    unknown: 0,
    jobs: 0,
    callsPort: 0,
    counter: { acknowledged: 0, unknown: 0 },
    errorMs: [],
    slowestMs: 0,
  },
});
const { state } = walk;
/** Answers that were no success: when, and what. */
const failures = [];
let isOver = false;
const closers = [];
const nodes = [];

/** Makes a call once. @returns its answer; undefined when nobody knows whether it was carried out. */
async function attempt(make) {
  const begun = performance.now();
  try {
    return JSON.parse(await make());
  } catch ({ message }) {
    failures.push({ begun, message, status: Number(/ answers (\d+)/.exec(message)?.[1] ?? 0) });
    return undefined;
  } finally {
    state.slowestMs = Math.max(state.slowestMs, performance.now() - begun);
  }
}

/** A client that writes, on one node and the other. */
async function write(kind, token) {
  const { nameOf, request, isDone = () => true } = KINDS[kind];
  const done = (state.acknowledged[kind] ??= []);
  while (!isOver) {
    const name = nameOf((state.ids += 1));
    const [path, body] = request(name);
    const node = nodes[state.ids % 2];
    const answer = await attempt(() => call(node, path, { token, body }));
    if (answer && isDone(answer)) done.push(name);
    else state.unknown += 1;
    await sleep(50);
  }
}

/** Starts jobs that are worked by attending people. */
async function startJobs(token) {
  const started = (state.acknowledged.job ??= []);
  while (!isOver) {
    const answer = await attempt(() => startJob(nodes[started.length % 2], token));
    if (answer) started.push(answer.data._id);
    await sleep(400);
  }
}

/** Counts on in one document, against another who does the same. */
async function countOn(node, token) {
  while (!isOver) {
    await countOnce(node, token).catch((error) => unexpected.push(String(error.cause)));
    await sleep(100);
  }
}

async function countOnce({ url }, token) {
  const headers = { authorization: `Bearer ${token}` };
  const read = await fetch(url + COUNTER_AT, { headers });
  const text = await read.text();
  if (!read.ok) return;
  const { _id, counter } = JSON.parse(text);
  const { status } = await fetch(`${url}/automation-studio/automations/${_id}`, {
    method: 'PUT',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'if-match': read.headers.get('etag'),
    },
    body: JSON.stringify({ update: { counter: counter + 1 } }),
  });
  if (status === 200) state.counter.acknowledged += 1;
  else if (status !== 412 && status !== 409) state.counter.unknown += 1;
}

/** Replies are lost and commands refused, until so many were. */
async function loseReplies({ faults }) {
  const before = faults.counts.loseReply ?? 0;
  faults.order({ kind: 'loseReply', count: LOST_A_ROUND, every: LOST_EVERY });
  const trouble = TROUBLE[state.rounds % TROUBLE.length];
  faults.order({ ...trouble, count: 2, every: LOST_EVERY * 3 });
  const until = performance.now() + PATIENCE_MS;
  while (faults.left > 0 && performance.now() < until) await sleep(20);
  if (faults.left > 0) throw new Error('nobody talks to the database any more');
  state.lost += faults.counts.loseReply - before;
}

/** The primary changes, as planned or because it dies. @returns what failed, and how long calls began that did. */
async function changePrimary(set) {
  await sleep(SETTLED_MS);
  takeFailures();
  const electionMs = between(100, 1500);
  const changed = performance.now();
  if (state.rounds % 2 === 0) await set.stepDown(electionMs);
  else await set.crash(electionMs, electionMs + 500);
  await sleep(SETTLED_MS);
  const failed = takeFailures();
  // What was under way fails with the change, however long it takes then to say so.
  const ms = Math.round(Math.max(0, ...failed.map(({ begun }) => begun - changed)));
  state.errorMs.push(ms);
  return { ms, count: failed.length };
}

const unexpected = [];
/** Failures since they were last taken. Only 503 is expected of a database in trouble. */
function takeFailures() {
  const taken = failures.splice(0);
  for (const { status, message } of taken) {
    if (status !== 503) unexpected.push(`${status}: ${message.slice(0, 300)}`);
  }
  return taken;
}

/** Waits as long as there is something new. */
async function untilSame(what, ask) {
  let before;
  for (let until = 0; ;) {
    const wrong = await ask();
    if (wrong === undefined) return;
    if (wrong !== before) until = performance.now() + PATIENCE_MS;
    if (performance.now() > until) throw new Error(`${what}: ${wrong}`);
    before = wrong;
    await sleep(100);
  }
}

/** That what was acknowledged is there once, and nothing twice. */
async function checkKind(db, kind) {
  const { stored, storedNameOf = (name) => name } = KINDS[kind];
  const counts = await stored(db);
  const twice = [...counts].filter(([, count]) => count > 1).map(([name]) => name);
  if (twice.length > 0) throw new Error(`${kind}: there twice: ${twice.slice(0, 5)}`);
  const lost = (state.acknowledged[kind] ?? []).filter((name) => !counts.has(storedNameOf(name)));
  if (lost.length > 0) throw new Error(`${kind}: lost: ${lost.length}, ${lost.slice(0, 5)}`);
}

async function checkEvents(db, { streams, receiver, since }) {
  const events = await db
    .collection('events')
    .find({ source: EVENT_SOURCE })
    .sort({ seq: 1 })
    .toArray();
  const expected = events.map(({ payload }) => payload.n);
  for (const { seen } of streams) {
    await untilSame('a stream of events', async () => differenceOf(seen, expected));
  }
  const lately = events.filter(({ time }) => time >= since).map(({ payload }) => payload.n);
  await untilSame('deliveries', async () => {
    const missing = lately.filter((n) => !receiver.counts.has(n));
    return missing.length === 0 ? undefined : `${missing.length} of ${lately.length} are missing`;
  });
  await untilSame('jobs of a trigger', async () => {
    const triggered = await db.collection('jobs').countDocuments({
      name: LEAF_NAME,
      triggerId: { $ne: null },
    });
    return triggered === expected.length ? undefined : `${triggered} for ${expected.length} events`;
  });
  const again = [...receiver.counts.values()].filter((count) => count > 1).length;
  return { events: expected.length, again };
}

function differenceOf(seen, expected) {
  const at = expected.findIndex((n, index) => seen[index] !== n);
  if (at < 0 && seen.length === expected.length) return undefined;
  return `${seen.length} of ${expected.length}, other from place ${at} on: ${seen.slice(at, at + 3)} for ${expected.slice(at, at + 3)}`;
}

async function checkCounter(node, token) {
  const { counter } = JSON.parse(await call(node, COUNTER_AT, { token }));
  const { acknowledged, unknown } = state.counter;
  if (counter < acknowledged || counter > acknowledged + unknown) {
    throw new Error(`counted to ${counter}: ${acknowledged} acknowledged, ${unknown} unknown`);
  }
}

async function check(db, witnesses) {
  for (const kind of Object.keys(KINDS)) await checkKind(db, kind);
  await checkCounter(witnesses.node, witnesses.token);
  const found = await checkEvents(db, witnesses);
  await untilEnded(db);
  const jobs = await checkJobs(db, witnesses.since, witnesses.calls);
  const ids = new Set(await db.collection('jobs').distinct('_id'));
  const lost = (state.acknowledged.job ?? []).filter((id) => !ids.has(id));
  if (lost.length > 0) throw new Error(`jobs that were acknowledged are lost: ${lost.length}`);
  takeFailures();
  if (unexpected.length > 0) {
    throw new Error(
      `${unexpected.length} unexpected answers:\n${unexpected.slice(0, 5).join('\n')}`,
    );
  }
  return { ...found, jobs };
}

/** What is there before the load begins; of an earlier part of the walk it is there already. */
async function furnish(token, { calls, receiver }) {
  const [node] = nodes;
  await makeWorkflows(node, token, calls.url);
  const hook = { name: `Walk ${Date.now()}`, url: receiver.url, secret: 'a secret of the walk' };
  await call(node, '/events/webhooks', {
    token,
    body: { ...hook, filters: [{ source: EVENT_SOURCE }] },
  });
  if (state.rounds > 0) return;
  const counter = { name: COUNTER, tasks: {}, counter: 0 };
  await call(node, '/automation-studio/automations', { token, body: { automation: counter } });
  const automation = JSON.parse(
    await call(node, '/operations-manager/automations', {
      token,
      body: { name: 'Of events', componentType: 'workflows', componentName: LEAF_NAME },
    }),
  );
  const trigger = { source: EVENT_SOURCE, topic: 'written', actionType: 'automations' };
  await call(node, '/operations-manager/triggers', {
    token,
    body: {
      name: 'Of events',
      type: 'eventSystem',
      actionId: automation.data._id,
      ...trigger,
    },
  });
}

const startNode = (uri) =>
  startPlatform(
    {
      MONGODB_URI: uri,
      SECRETS_KEYS: Buffer.alloc(32, 1).toString('base64'),
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
      OUTBOUND_ALLOW: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '0',
    },
    ['dist/main.js'],
  );

function beginLoad(token) {
  const clients = Object.entries(KINDS).flatMap(([kind, { clients: count }]) =>
    Array.from({ length: count }, () => write(kind, token)),
  );
  clients.push(startJobs(token));
  for (const node of nodes) clients.push(countOn(node, token));
  return Promise.all(clients);
}

async function main() {
  const { EmbeddedLauncher } =
    await import('../dist/platform/database/launcher/embedded.launcher.js');
  const launcher = new EmbeddedLauncher({ directory: walk.directory, cacheMb: 256 });
  const { uri } = await launcher.start();
  closers.push(() => launcher.stop());
  const connection = await mongoose.createConnection(uri, { dbName: 'netadmin' }).asPromise();
  closers.push(() => connection.close());
  const set = await ReplicaSet.start(uri);
  closers.push(() => set.close());
  const calls = await countedCalls(state.callsPort);
  closers.push(() => calls.close());
  state.callsPort = calls.port;
  const receiver = await receiveEvents();
  closers.push(() => receiver.close());
  nodes.push(...(await Promise.all([1, 2].map(() => startNode(set.uri('netadmin'))))));
  for (const node of nodes) closers.push(() => endPlatform(node, 'SIGTERM'));
  const since = new Date();
  const token = await signIn(nodes[0], PASSWORD);
  await furnish(token, { calls, receiver });
  const streams = nodes.map((node) => followEvents(node, token, EVENT_SOURCE));
  closers.push(() => streams.forEach(({ end }) => end()));
  const endAttending = attend(nodes[0], token);
  const load = beginLoad(token);
  await goThrough(set);
  isOver = true;
  await load;
  await sleep(SETTLED_MS);
  const found = await check(connection.db, {
    streams,
    receiver,
    calls,
    since,
    token,
    node: nodes[0],
  });
  await endAttending();
  report(found, set);
}

/** Round for round; SIGINT and SIGTERM end it behind the one that is under way. */
async function goThrough(set) {
  let isTold = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isTold = true));
  while (state.rounds < ROUNDS && !isTold) {
    await loseReplies(set);
    const { ms, count } = await changePrimary(set);
    state.rounds += 1;
    say(
      `round ${state.rounds}: ${count} calls failed, the last of them begun ${ms} ms after the change`,
    );
    walk.save();
  }
}

function report({ events, again, jobs }, set) {
  const { rounds, lost, acknowledged, unknown, counter, errorMs, slowestMs } = state;
  state.repeats += set.writes.repeats;
  walk.save();
  const written = Object.values(acknowledged).reduce((sum, { length }) => sum + length, 0);
  const sorted = errorMs.toSorted((a, b) => a - b);
  const longest = sorted.at(-1) ?? 0;
  say(
    `replica walk: ${rounds} changes of the primary, ${lost} replies lost, ${state.repeats} writes answered from memory; ` +
      `${written} acknowledged writes, none lost, none doubled, ${unknown} not acknowledged; ` +
      `counted to ${counter.acknowledged} (${counter.unknown} unknown); ${events} events, ${again} delivered again; ` +
      `${jobs} jobs sound; calls failed that began up to ${sorted[sorted.length >> 1]} ms after a change (median), ${longest} ms at most; slowest call ${Math.round(slowestMs)} ms`,
  );
  if (longest > ERRORS_MAX_MS) throw new Error(`errors went on for ${longest} ms`);
  if (rounds >= ROUNDS) walk.end();
}

try {
  await main();
} catch (error) {
  process.stderr.write(`replica walk: ${error.message}\n`);
  for (const { output } of nodes) {
    // Why an answer was 500 may have been said long before the end.
    const causes = output()
      .split('\n')
      .filter((line) => line.includes('"status":500'));
    process.stderr.write(`${causes.slice(0, 5).join('\n')}\n${output().slice(-4000)}\n`);
  }
  process.exitCode = 1;
} finally {
  isOver = true;
  for (const close of closers.reverse()) await close();
  if (IS_SHORT) walk.end();
}
// Whoever still attends to jobs of a walk that failed has nothing to attend to.
process.exit();
