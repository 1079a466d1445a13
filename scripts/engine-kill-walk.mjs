#!/usr/bin/env node
/**
 * Kills nodes with -9 before and after every write of the engine while jobs run that revert, wait, loop
 * over children, call out and ask people, with one node that starts again and with two of which one stays:
 * `node scripts/engine-kill-walk.mjs [--short]`. Then every job must have ended, with each of its tasks
 * run exactly as often as the workflow says, each child there once, and no call made twice that must not be.
 *
 * `--random [KILLS]` kills two nodes, and the engine, at any time instead, while their clocks jump by ten minutes.
 * It goes on where it was stopped.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { countedCalls } from './support/counted-calls.mjs';
import { keptWalk } from './support/kept-walk.mjs';
import { endPlatform, signIn } from './support/platform.mjs';
import { randomKills } from './support/random-kills.mjs';
import { attend, checkJobs, makeWorkflows, startJob, untilEnded } from './support/walk-jobs.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IS_SHORT = process.argv.includes('--short');
const JOBS = IS_SHORT ? 6 : 20;
const REACHED_MS = 20_000;
/** How soon another node must go on with what a dead one held, and how long jobs take that wait for nobody. */
const TAKEN_OVER_MS = 20_000;
const RUN_MS = 10_000;
/** Longer than a worker goes without saying that it lives. */
const SLOW_MS = 7000;
const PASSWORD = 'a password for the walk';
/**
 * Each write with a count at which it concerns jobs in the middle of what they do. What a dead node has left
 * comes first for the next one, so claims and outboxes are reached behind the kill of another.
 */
const BY_COUNT = [
  ['plan-insert', 1],
  ['value-chunks', 2],
  ['value-file', 2],
  ['job-insert', 3],
  ['job-insert', JOBS + 2], // a child
  ['family-count', 2],
  ['iterations-insert', 5],
  ['iteration-outcome', 6],
  ['job-step', 9],
  ['job-step', 3 * JOBS], // later: timers, children
  ['iterations-close', 4],
  ['job-done', 2],
  ['manual-claim', 2],
  ['manual-finish', 2],
  ['iteration-renew', 1],
];
const LEFT_BEHIND = [
  ['job-outbox', 1],
  ['iteration-claim', 1],
];
const KILL_IN_THE_MIDDLE = { name: 'job-step', count: 9, when: 'after' };
const IS_RANDOM = process.argv.includes('--random');
const KILLS = Number(process.argv.slice(2).findLast((argument) => /^\d+$/.test(argument)) ?? 0);
const kept = keptWalk('kill-random', {
  isShort: !IS_RANDOM,
  initial: { total: 0, node: 0, both: 0, engine: 0, jumps: 0, jobs: 0, callsPort: 0 },
});
const calls = await countedCalls(kept.state.callsPort);
kept.state.callsPort = calls.port;
const alive = new Set();
const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function startNode(uri, args, more = {}) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      MONGODB_URI: uri,
      SECRETS_KEYS: Buffer.alloc(32, 1).toString('base64'),
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'fatal',
      OUTBOUND_ALLOW: '127.0.0.1',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  alive.add(child);
  const ended = new Promise((resolve) => {
    child.on('exit', (_, signal) => {
      alive.delete(child);
      resolve(signal);
    });
  });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const url = /(http:\/\/\S+?)\/docs\n/.exec(output)?.[1];
      if (url) resolve({ child, url, ended });
    });
    void ended.then(() => reject(new Error(`a node did not start:\n${output}`)));
  });
}

const soundNode = (uri) => startNode(uri, ['dist/main.js']);
const doomedNode = (uri, { name, count, when }) =>
  startNode(uri, ['scripts/support/killed-node.mjs', name, when, String(count)]);

/** Signs in, and makes the workflows where they are not there yet. */
async function prepare(node) {
  const token = await signIn(node, PASSWORD);
  await makeWorkflows(node, token, calls.url);
  return token;
}

/** Starts jobs one after the other; those that the node does not live to begin are no jobs. */
async function load(node, token) {
  for (let at = 0; at < JOBS; at += 1) await startJob(node, token).catch(() => undefined);
}

/** Runs a node into a kill under load. @returns whether it came to that. */
async function kill(uri, point, nodes) {
  calls.slow(point.name === 'iteration-renew' ? SLOW_MS : 0);
  const doomed = await doomedNode(uri, point);
  const token = await prepare(doomed).catch(() => undefined);
  const endAttending = token && attend(doomed, token);
  const loaded = token && load(doomed, token);
  const isDead = await Promise.race([doomed.ended.then(() => true), sleep(REACHED_MS)]);
  await loaded;
  await endAttending?.();
  if (isDead !== true) await endPlatform(doomed, 'SIGTERM');
  calls.slow(0);
  const { name, count, when } = point;
  say(`${nodes} node(s), ${when} ${name} ${count}: ${isDead === true ? 'killed' : 'not reached'}`);
  return isDead === true;
}

/** Kills nodes one after the other; one that lives on, or starts then, ends what they have left. */
async function walk(uri, db, { points, other, nodes, since = new Date(), goesOn = false }) {
  let kills = 0;
  let last = Date.now();
  const load2 = other && load(other, await prepare(other));
  for (const point of points) {
    if (await kill(uri, point, nodes)) kills += 1;
    else if (IS_SHORT) throw new Error(`${point.name} was not reached`);
    last = Date.now();
  }
  await load2;
  const heir = other ?? (await soundNode(uri));
  if (goesOn) return { kills, heir };
  const endAttending = attend(heir, await prepare(heir));
  await untilEnded(db);
  await endAttending();
  const ms = Date.now() - last;
  say(
    `${nodes} node(s): ${await checkJobs(db, since, calls)} jobs sound, ${ms} ms from the kill to the end`,
  );
  if (other && ms > TAKEN_OVER_MS + RUN_MS) throw new Error('leases move too slowly');
  return { kills, heir };
}

/** Two kills in a row of one node, and one beside a node that lives on with what they have left. */
async function shortWalk(uri, db) {
  const since = new Date();
  const first = [
    { ...KILL_IN_THE_MIDDLE, count: 5 },
    { name: 'iteration-outcome', count: 6, when: 'before' },
  ];
  const alone = await walk(uri, db, { points: first, nodes: 1, goesOn: true });
  const beside = [{ name: 'job-insert', count: JOBS + 2, when: 'after' }];
  const both = await walk(uri, db, { points: beside, other: alone.heir, nodes: 2, since });
  await endPlatform(both.heir, 'SIGTERM');
  return alone.kills + both.kills;
}

async function longWalk(uri, db) {
  let kills = 0;
  for (const nodes of [1, 2]) {
    for (const when of ['before', 'after']) {
      const single = BY_COUNT.map(([name, count]) => [{ name, count, when }]);
      const double = LEFT_BEHIND.map(([name, count]) => [
        KILL_IN_THE_MIDDLE,
        { name, count, when },
      ]);
      for (const points of [...single, ...double]) {
        const other = nodes === 2 ? await soundNode(uri) : undefined;
        const walked = await walk(uri, db, { points, other, nodes });
        await endPlatform(walked.heir, 'SIGTERM');
        kills += walked.kills;
      }
    }
  }
  return kills;
}

async function randomWalk(uri, db, engine) {
  let isTold = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isTold = true));
  const world = {
    engine,
    calls,
    db,
    password: PASSWORD,
    say,
    isTold: () => isTold,
    startNode: (clock) => startNode(uri, ['dist/main.js'], clock),
  };
  await randomKills(world, kept, KILLS);
  if (kept.state.total >= KILLS) kept.end();
}

async function main() {
  const { EmbeddedLauncher } =
    await import('../dist/platform/database/launcher/embedded.launcher.js');
  const launcher = new EmbeddedLauncher({ directory: kept.directory, cacheMb: 256 });
  const { uri } = await launcher.start();
  const connection = await mongoose.createConnection(uri, { dbName: 'netadmin' }).asPromise();
  try {
    if (IS_RANDOM) return await randomWalk(uri, connection.db, launcher);
    const kills = await (IS_SHORT ? shortWalk : longWalk)(uri, connection.db);
    say(`engine kill walk: ${kills} kills, nothing lost, nothing doubled`);
  } finally {
    for (const child of alive) child.kill('SIGKILL');
    await connection.close();
    await launcher.stop();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`engine kill walk: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  calls.close();
  if (!IS_RANDOM) kept.end();
}
// Whoever still attends to jobs of a walk that failed has nothing to attend to.
process.exit();
