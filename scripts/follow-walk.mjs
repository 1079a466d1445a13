#!/usr/bin/env node
/**
 * Follows events and a job with the typed client while the node under both streams is killed with -9, again and
 * again: `node scripts/follow-walk.mjs [KILLS]`. Every event must be told once and in its order, and every task
 * of the job must be told to have succeeded once, whatever node tells it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoadBalancer } from './support/load-balancer.mjs';
import { call, endPlatform, signIn, startPlatform } from './support/platform.mjs';
import { questions } from './support/walk-workflows.mjs';

const KILLS = Number(process.argv[2] ?? 50);
const EVENTS_A_KILL = 5;
const WORKFLOW = 'Questions';
const PASSWORD = 'a password for the follow walk';
const directory = mkdtempSync(join(tmpdir(), 'follow-'));
const alive = new Set();
const say = (line) => process.stdout.write(`${line}\n`);

spawnSync(process.execPath, ['scripts/build-packages.mjs', 'client'], { stdio: 'inherit' });
const {
  connect,
  followEvents,
  followJob,
  finishManualTask,
  listManualTasks,
  publishEvent,
  startJob,
} = await import('../packages/client/dist/client.js');
const { EmbeddedLauncher } =
  await import('../dist/platform/database/launcher/embedded.launcher.js');

async function startNode(uri) {
  const node = await startPlatform(
    {
      MONGODB_URI: uri,
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'fatal',
      SECRETS_KEYS: Buffer.alloc(32, 1).toString('base64'),
    },
    ['dist/main.js'],
  );
  alive.add(node.child);
  return node;
}

/** Reads both streams until their ends; they are told of as they come. */
function follow(client, job, last) {
  const numbers = [];
  const news = [];
  const events = (async () => {
    for await (const { payload } of followEvents(client, { source: 'walk', from: 0 })) {
      numbers.push(payload.n);
      if (payload.n === last) return;
    }
  })();
  const told = (async () => {
    for await (const one of followJob(client, job)) news.push(one);
  })();
  return { numbers, news, ended: Promise.all([events, told]) };
}

/** Kills the node that the streams are on, while the other one, which goes on with them, makes what they tell of. */
async function kill(round, { token, balancer, nodes, job, uri }) {
  const [doomed, heir] = nodes;
  const client = connect({ url: heir.url, credentials: { token } });
  const changes = Array.from({ length: EVENTS_A_KILL }, (_, at) => round * EVENTS_A_KILL + at);
  const publishing = (async () => {
    for (const n of changes)
      await publishEvent({ client, body: { source: 'walk', topic: 'x', payload: { n } } });
  })();
  const { data } = await listManualTasks({ client, query: { job } });
  balancer.leadTo(heir);
  const killed = endPlatform(doomed, 'SIGKILL');
  for (const { _id: id } of data)
    await finishManualTask({ client, path: { id }, body: { finish_state: 'success' } });
  await Promise.all([killed, publishing]);
  alive.delete(doomed.child);
  return [heir, await startNode(uri)];
}

function check({ numbers, news }) {
  const wanted = Array.from({ length: KILLS * EVENTS_A_KILL }, (_, at) => at);
  if (numbers.join() !== wanted.join()) throw new Error(`events told: ${numbers.join()}`);
  const texts = news.map((one) => JSON.stringify(one));
  if (new Set(texts).size !== texts.length) throw new Error('news of the job were told twice');
  const state = Object.assign({}, ...news.map(({ job }) => job.tasks));
  const finished = Object.values(state).filter((task) => task.finish_state === 'success');
  if (news.at(-1)?.job.status !== 'complete' || finished.length < KILLS)
    throw new Error(`the job is ${news.at(-1)?.job.status}, ${finished.length} tasks succeeded`);
}

async function walk(uri, balancer) {
  let nodes = [await startNode(uri), await startNode(uri)];
  balancer.leadTo(nodes[0]);
  const token = await signIn(nodes[0], PASSWORD);
  const body = { automation: questions(WORKFLOW, KILLS) };
  await call(nodes[0], '/automation-studio/automations', { token, body });
  const client = connect({ url: balancer.url, credentials: { token }, attempts: 20 });
  const { data } = await startJob({ client, body: { workflow: WORKFLOW, options: {} } });
  const following = follow(client, data._id, KILLS * EVENTS_A_KILL - 1);
  for (let round = 0; round < KILLS; round += 1) {
    nodes = await kill(round, { token, balancer, nodes, job: data._id, uri });
    say(`kill ${round + 1}: ${following.numbers.length} events, ${following.news.length} news`);
  }
  await following.ended;
  check(following);
  say(`follow walk: ${KILLS} kills under both streams, nothing lost, nothing doubled`);
}

const launcher = new EmbeddedLauncher({ directory, cacheMb: 256 });
const balancer = await startLoadBalancer();
try {
  const { uri } = await launcher.start();
  await walk(uri, balancer);
} catch (error) {
  process.stderr.write(`follow walk: ${error.stack}\n`);
  process.exitCode = 1;
} finally {
  for (const child of alive) child.kill('SIGKILL');
  balancer.close();
  await launcher.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit();
