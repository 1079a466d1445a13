#!/usr/bin/env node
/**
 * Kills nodes with -9 before and after every write of the engine while jobs run that revert, wait, loop
 * over children and call out, with one node that starts again and with two of which one stays:
 * `node scripts/engine-kill-walk.mjs [--short]`. Then every job must have ended, with each of its tasks
 * run exactly as often as the workflow says, and each child there once.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { call, endPlatform, signIn } from './support/platform.mjs';
import { CHILDREN, ITERATIONS, LEAF, WALK } from './support/walk-workflows.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IS_SHORT = process.argv.includes('--short');
const JOBS = IS_SHORT ? 6 : 20;
const PATIENCE_MS = 60_000;
/** How soon another node must go on with what a dead one held. */
const TAKEN_OVER_MS = 20_000;
const PASSWORD = 'a password for the walk';
/** Each with a count at which the write concerns jobs in the middle of what they do. */
const POINTS = [
  ['job-insert', 3],
  ['job-step', 9],
  ['job-done', 2],
  ['iterations-insert', 5],
  ['iterations-close', 4],
  ['iteration-outcome', 6],
  ['plan-insert', 1],
];
const SHORT_POINTS = ['job-step', 'iterations-insert'];
const directory = mkdtempSync(join(tmpdir(), 'walk-'));
const alive = new Set();
const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function startNode(uri, args) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      MONGODB_URI: uri,
      SECRETS_KEYS: Buffer.alloc(32, 1).toString('base64'),
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'fatal',
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
const doomedNode = (uri, [name, count], when) =>
  startNode(uri, ['scripts/support/killed-node.mjs', name, when, String(count)]);

/** Starts jobs one after the other until all are begun or the node is gone. */
async function load(node, token, count) {
  for (let at = 0; at < count; at += 1) {
    const body = { workflow: WALK.name, options: { mocks: {} } };
    await call(node, '/operations-manager/jobs/start', { token, body }).catch(() => undefined);
  }
}

async function prepare(node) {
  const token = await signIn(node, PASSWORD);
  for (const automation of [LEAF, WALK]) {
    await call(node, '/automation-studio/automations', { token, body: { automation } }).catch(
      (error) => {
        if (!error.message.includes(' answers 409')) throw error;
      },
    );
  }
  return token;
}

async function untilEnded(db, since) {
  const open = { startedAt: { $gte: since }, $or: [{ endedAt: null }, { outbox: { $ne: null } }] };
  const begun = Date.now();
  for (;;) {
    const left = await db.collection('jobs').countDocuments(open);
    if (left === 0) return Date.now() - begun;
    if (Date.now() - begun > PATIENCE_MS) {
      const some = await db.collection('jobs').find(open).limit(3).toArray();
      throw new Error(`${left} jobs do not end: ${JSON.stringify(some).slice(0, 3000)}`);
    }
    await sleep(50);
  }
}

function assertSame(what, found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
}

async function check(db, since) {
  const jobs = await db
    .collection('jobs')
    .find({ startedAt: { $gte: since } })
    .toArray();
  for (const { _id, name, status } of jobs) {
    assertSame(`job ${_id} of ${name}`, status, 'complete');
    const iterations = await db.collection('job_tasks').find({ jobId: _id }).toArray();
    const counts = {};
    for (const one of iterations) {
      if (one.status !== 'complete') throw new Error(`${one.name} of ${_id} is ${one.status}`);
      counts[one.task] = (counts[one.task] ?? 0) + 1;
    }
    const expected = name === WALK.name ? ITERATIONS : { a1: 1 };
    const sorted = Object.fromEntries(Object.entries(counts).sort());
    assertSame(`iterations of ${_id}`, sorted, expected);
    if (name !== WALK.name) continue;
    const children = jobs.filter(({ parent }) => parent?.jobId === _id);
    const indexes = children.map(({ parent }) => parent.index).sort((a, b) => a - b);
    assertSame(
      `children of ${_id}`,
      indexes,
      Array.from({ length: CHILDREN }, (_, at) => at),
    );
  }
  return jobs.length;
}

/** One kill; @returns how long the jobs took to end after it. */
async function walk(uri, db, { point, when, nodes }) {
  const since = new Date();
  const other = nodes === 2 ? await soundNode(uri) : undefined;
  const doomed = await doomedNode(uri, point, when);
  const token = await prepare(doomed).catch(() => undefined);
  if (token === undefined) await doomed.ended;
  const loads = [token && load(doomed, token, JOBS)];
  if (other) loads.push(load(other, await prepare(other), JOBS));
  const isDead = await Promise.race([doomed.ended.then(() => true), sleep(15_000)]);
  const heir = other ?? (isDead ? await soundNode(uri) : doomed);
  await Promise.all(loads);
  const ms = await untilEnded(db, since);
  const jobs = await check(db, since);
  await Promise.all([endPlatform(heir, 'SIGTERM'), endPlatform(doomed, 'SIGTERM')]);
  const outcome = isDead ? 'killed' : 'not reached';
  say(`${nodes} node(s), ${when} ${point[0]}: ${outcome}, ${jobs} jobs sound, ${ms} ms to the end`);
  if (nodes === 2 && ms > TAKEN_OVER_MS + 10_000) throw new Error('leases move too slowly');
  return isDead === true;
}

async function main() {
  const { EmbeddedLauncher } =
    await import('../dist/platform/database/launcher/embedded.launcher.js');
  const launcher = new EmbeddedLauncher({ directory, cacheMb: 256 });
  const { uri } = await launcher.start();
  const connection = await mongoose.createConnection(uri, { dbName: 'netadmin' }).asPromise();
  const points = POINTS.filter(([name]) => !IS_SHORT || SHORT_POINTS.includes(name));
  let kills = 0;
  try {
    for (const nodes of [1, 2]) {
      for (const point of points) {
        for (const when of IS_SHORT ? ['after'] : ['before', 'after']) {
          if (await walk(uri, connection.db, { point, when, nodes })) kills += 1;
        }
      }
    }
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
  rmSync(directory, { recursive: true, force: true });
}
