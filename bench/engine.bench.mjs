import { randomBytes } from 'node:crypto';
import { together } from './support/engine.mjs';
import { DISPATCHED, INLINE, STOPPED, WAITING } from './support/engine-workflows.mjs';
import { CLIENTS, JobsPlatform, ratesInTurns } from './support/jobs.mjs';
import { percentile, row, sized } from './support/report.mjs';

const JOBS = sized(3000, 30, 'BENCH_JOBS');
const PARKED = sized(100_000, 100, 'BENCH_PARKED');
const STOPPED_JOBS = sized(2000, 20);
const IDLE_SECONDS = sized(60, 1, 'BENCH_IDLE_SECONDS');
/** With mocks nothing is called, and tasks are dispatched all the same. */
const MOCKED = { mocks: {} };
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Commands that write, of everybody, since the database started. */
async function writeCommands(db) {
  const { metrics } = await db.command({ serverStatus: 1 });
  const names = ['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'];
  return names.reduce((sum, name) => sum + Number(metrics.commands[name]?.total ?? 0), 0);
}

/** How many jobs a second there are, and what each of them takes; each is read afterwards. */
async function throughput(title, platform, workflow, { aim, options }) {
  const { db, server } = platform;
  const [commands, cpu] = [await writeCommands(db), await server.cpu()];
  const { ids, rate } = await platform.run(workflow, JOBS, options);
  const cost = ((await server.cpu()) - cpu) / 1000 / JOBS;
  const writes = ((await writeCommands(db)) - commands) / JOBS;
  await together(CLIENTS, ids.length, async (at) => {
    const { data } = await platform.request('GET', `/operations-manager/jobs/${ids[at]}`);
    if (data.status !== 'complete') throw new Error(`job ${ids[at]} is ${data.status}`);
  });
  row(`${title}, jobs a second`, { measured: rate, unit: '', aim: aim.rate, atLeast: true });
  row(`${title}, write commands of each`, { measured: writes, unit: '', aim: aim.writes });
  row(`${title}, CPU of the process for each`, { measured: cost });
  return rate;
}

/** Many of the same job with ids of their own, as if each had been started. */
async function park(platform, workflow, count) {
  const started = await platform.startJob(workflow);
  await sleep(1000);
  const jobs = platform.db.collection('jobs');
  const tasks = platform.db.collection('job_tasks');
  const [job] = await jobs.find({ _id: started }).toArray();
  const iterations = await tasks.find({ jobId: started }).toArray();
  const ids = Array.from({ length: count }, () => randomBytes(12).toString('hex'));
  const again = (document, id) =>
    JSON.parse(JSON.stringify(document.state ?? '').replaceAll(started, id));
  for (let at = 0; at < count; at += 1000) {
    const some = ids.slice(at, at + 1000);
    await jobs.insertMany(
      some.map((id) => ({ ...job, _id: id, ancestors: [id], state: again(job, id) })),
    );
    await tasks.insertMany(
      some.flatMap((id) =>
        iterations.map((one) => ({ ...one, _id: `${id}-${one.task}-${one.number}`, jobId: id })),
      ),
    );
  }
  await platform.settle();
  return ids;
}

/** Continues jobs that stand in error, each once. */
async function continueAll(platform, ids) {
  const times = [];
  await together(8, ids.length, async (at) => {
    const begun = performance.now();
    await platform.request('POST', `/workflow_engine/jobs/${ids[at]}/continueJob`, {
      taskId: 'a1',
    });
    times.push(performance.now() - begun);
  });
  row('continueJob from 8 clients, p50', { measured: percentile(times, 0.5) });
  row('continueJob from 8 clients, p99', { measured: percentile(times, 0.99), aim: 50 });
}

async function idle({ server }) {
  const before = await server.cpu();
  await sleep(IDLE_SECONDS * 1000);
  const share = ((await server.cpu()) - before) / 1e4 / IDLE_SECONDS;
  row('idle right after that, of a core', { measured: share, unit: '%', aim: 1 });
}

/** What a database does at most: one document each, on disk before the answer. */
async function bareUpdates(db) {
  const collection = db.collection('bench_bare');
  const writeConcern = { w: 'majority', j: true };
  const documents = Array.from({ length: CLIENTS }, (_, at) => ({ _id: at, n: 0 }));
  await collection.insertMany(documents);
  const times = JOBS * 3;
  const begun = performance.now();
  await together(CLIENTS, times, (at) =>
    collection.updateOne({ _id: at % CLIENTS }, { $inc: { n: 1 } }, { writeConcern }),
  );
  return times / ((performance.now() - begun) / 1000);
}

/** A platform that has the workflows and is warm. */
async function start() {
  const platform = await JobsPlatform.start();
  for (const workflow of [INLINE, DISPATCHED, WAITING, STOPPED])
    await platform.createWorkflow(workflow);
  await platform.run(INLINE, JOBS);
  return platform;
}

/** What jobs that wait cost others: a platform that has very many of them, to one that has none. */
async function compareWaiting(crowded, empty) {
  await park(crowded, WAITING, PARKED);
  const compare = async (title, workflow, options) => {
    const [measured, baseline] = await ratesInTurns([crowded, empty], workflow, JOBS, options);
    row(title, { measured, baseline, unit: '', aim: 0.9, atLeast: true });
  };
  await compare(`inline jobs a second while ${PARKED} wait, to none`, INLINE);
  await compare('dispatched ones, the same', DISPATCHED, MOCKED);
}

/** Jobs of two tasks from many clients, with nothing waiting and with very much; what waiting costs. */
export async function run() {
  const platforms = [];
  try {
    const empty = await start();
    platforms.push(empty);
    const bare = { unit: '', baseline: await bareUpdates(empty.db), atLeast: true };
    const inline = await throughput('two inline tasks', empty, INLINE, {
      aim: { rate: 550, writes: 6 },
    });
    const dispatched = await throughput('two dispatched tasks', empty, DISPATCHED, {
      aim: { rate: 250, writes: 12 },
      options: MOCKED,
    });
    row('inline jobs to bare journalled updates, a second', { measured: inline, ...bare });
    row('dispatched jobs to the same', { measured: dispatched, ...bare });
    await continueAll(empty, await park(empty, STOPPED, STOPPED_JOBS));
    await idle(empty);
    const crowded = await start();
    platforms.push(crowded);
    await compareWaiting(crowded, empty);
  } finally {
    for (const platform of platforms) await platform.stop();
  }
}
