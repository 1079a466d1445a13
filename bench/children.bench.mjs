import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { call, endPlatform, startPlatform } from '../scripts/support/platform.mjs';
import { signIn, startEngine } from './support/engine.mjs';
import { CHILDREN, PATIENT, SECOND } from './support/children-workflows.mjs';
import { median, row, sized } from './support/report.mjs';

const SECONDS = sized(60, 1, 'BENCH_SECONDS');
const ATTACKS = sized(5, 1);
const DESCENDANTS = sized(20_000, 60);
const OPEN = { status: { $in: ['running', 'paused', 'error'] } };
const PASSWORD = 'a password for benchmarks';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resident memory of a process in MiB. */
function residentMb({ child }) {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}

async function start(environment) {
  return startPlatform(environment, ['dist/main.js']);
}

async function begin(platform, token, workflow) {
  const body = { workflow, options: {} };
  const answer = await call(platform, '/operations-manager/jobs/start', { token, body });
  return JSON.parse(answer).data._id;
}

/** Milliseconds from the request to the end of a job that takes a second; none when it takes a minute. */
async function stranger(platform, token, jobs) {
  const begun = performance.now();
  const id = await begin(platform, token, SECOND.name);
  while (performance.now() - begun < 60_000) {
    if (await jobs.findOne({ _id: id, status: 'complete' })) return performance.now() - begun;
    await sleep(20);
  }
  return Infinity;
}

/** What a stranger and the memory of the process are like for so long. */
async function watch(title, platform, { token, jobs }, seconds) {
  const [times, memory, until] = [[], [], performance.now() + seconds * 1000];
  while (performance.now() < until) {
    times.push(await stranger(platform, token, jobs));
    memory.push(residentMb(platform));
  }
  row(`${title}: a stranger's job of 1 s, median`, { measured: median(times), aim: 2000 });
  row(`${title}: the same, worst`, { measured: Math.max(...times) });
  row(`${title}: most memory`, { measured: Math.max(...memory), unit: 'MiB' });
}

/** Cancels jobs, and waits until nothing below them is open. */
async function cancel(title, platform, { admin, jobs }, ids) {
  const below = { ancestors: { $in: ids }, ...OPEN };
  const before = await jobs.countDocuments(below);
  const begun = performance.now();
  await call(platform, '/operations-manager/jobs/cancel', { token: admin, body: { jobIds: ids } });
  while ((await jobs.countDocuments(below)) > 0 && performance.now() - begun < 120_000)
    await sleep(50);
  const seconds = (performance.now() - begun) / 1000;
  await sleep(1000); // what came late is canceled at once
  const left = await jobs.countDocuments(below);
  if (left > 0) throw new Error(`${title}: ${left} jobs are left`);
  row(`${title}, with ${before} jobs below`, { measured: seconds, unit: 's', aim: 5 });
}

async function terminate(title, platform) {
  const begun = performance.now();
  await endPlatform(platform, 'SIGTERM');
  row(title, { measured: (performance.now() - begun) / 1000, unit: 's', aim: 10 });
}

async function callers(platform) {
  const admin = await signIn(platform.url);
  const roles = JSON.parse(
    await call(platform, '/authorization/roles?equals=apiwrite&equalsField=name', { token: admin }),
  ).results;
  const assignedRoles = roles.map(({ _id: roleId }) => ({ roleId }));
  const account = { username: 'stranger', password: PASSWORD, assignedRoles };
  await call(platform, '/authorization/accounts', { token: admin, body: { account } });
  const token = await signIn(platform.url, { username: 'stranger', password: PASSWORD });
  return { admin, token };
}

/** Somebody whose jobs start jobs without end: what others feel, and how it is ended. */
export async function run() {
  const engine = await startEngine();
  const client = await mongoose.mongo.MongoClient.connect(engine.uri);
  const jobs = client.db('netadmin').collection('jobs');
  const environment = { ...engine.environment, RATE_LIMIT_PER_MINUTE: '10000000' };
  let platform;
  try {
    platform = await start(environment);
    const world = { jobs, ...(await callers(platform)) };
    for (const automation of [...CHILDREN, ...PATIENT, SECOND]) {
      const options = { token: world.admin, body: { automation } };
      await call(platform, '/automation-studio/automations', options);
    }
    await watch('at rest', platform, world, Math.min(5, SECONDS));
    const roots = [];
    for (let at = 0; at < ATTACKS; at++) roots.push(await begin(platform, world.admin, 'L0'));
    await watch(`${ATTACKS} x L0`, platform, world, SECONDS);
    await terminate('SIGTERM', platform);
    platform = await start(environment);
    await watch('started again', platform, world, SECONDS / 2);
    await cancel('cancel', platform, world, roots);
    await terminate('SIGTERM after that', platform);

    const wide = { JOBS_RUNNING_PER_FAMILY_MAX: '0', JOBS_RUNNING_PER_STARTER_MAX: '0' };
    platform = await start({ ...environment, ...wide, JOBS_RUNNING_MAX: '0' });
    const root = await begin(platform, world.admin, 'P0');
    const below = { ancestors: root, ...OPEN };
    const until = performance.now() + 600_000;
    while ((await jobs.countDocuments(below)) < DESCENDANTS && performance.now() < until)
      await watch('many descendants come', platform, world, SECONDS / 2);
    await cancel('cancel of all', platform, world, [root]);
    await watch('after that', platform, world, Math.min(5, SECONDS));
    await terminate('SIGTERM', platform);
  } finally {
    platform?.child.kill('SIGKILL');
    await client.close();
    await engine.stop();
  }
}
