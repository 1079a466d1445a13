import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { jobsEnded, requestJson, signIn, startEngine, together } from './support/engine.mjs';
import { DISPATCHED, INLINE, STOPPED, WAITING } from './support/engine-workflows.mjs';
import { startServer } from './support/measure.mjs';
import { percentile, row, sized } from './support/report.mjs';

const CLIENTS = 32;
const JOBS = sized(3000, 30, 'BENCH_JOBS');
const PARKED = sized(100_000, 100, 'BENCH_PARKED');
const STOPPED_JOBS = sized(2000, 20);
const IDLE_SECONDS = sized(60, 1, 'BENCH_IDLE_SECONDS');
const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Bench {
  constructor(server, db, headers) {
    Object.assign(this, { server, db, headers });
  }

  request(method, path, body) {
    return requestJson(this.server.url + path, { method, headers: this.headers, body });
  }

  async createWorkflow(automation) {
    await this.request('POST', '/automation-studio/automations', { automation });
  }

  /** Commands that write, of everybody, since the server started. */
  async writeCommands() {
    const { metrics } = await this.db.command({ serverStatus: 1 });
    const names = ['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'];
    return names.reduce((sum, name) => sum + Number(metrics.commands[name]?.total ?? 0), 0);
  }

  /** Starts jobs from many clients, waits until the last is complete, and reads each of them. */
  async throughput(title, workflow, aim, options = {}) {
    const ids = [];
    const [commands, cpu, begun] = [
      await this.writeCommands(),
      await this.server.cpu(),
      performance.now(),
    ];
    await together(CLIENTS, JOBS, async () => {
      const variables = { color: 'Red' };
      const body = { workflow: workflow.name, options: { variables, ...options } };
      ids.push((await this.request('POST', '/operations-manager/jobs/start', body)).data._id);
    });
    await jobsEnded(this.db.collection('jobs'), ids);
    const seconds = (performance.now() - begun) / 1000;
    const cost = ((await this.server.cpu()) - cpu) / 1000 / JOBS;
    const writes = ((await this.writeCommands()) - commands) / JOBS;
    await together(CLIENTS, ids.length, async (at) => {
      const { data } = await this.request('GET', `/operations-manager/jobs/${ids[at]}`);
      if (data.status !== 'complete') throw new Error(`job ${ids[at]} is ${data.status}`);
    });
    const rate = JOBS / seconds;
    if (aim) {
      row(`${title}, jobs a second`, { measured: rate, unit: '', aim: aim.rate, atLeast: true });
      row(`${title}, write commands of each`, { measured: writes, unit: '', aim: aim.writes });
      row(`${title}, CPU of the process for each`, { measured: cost });
    }
    return rate;
  }

  /** Many of the same job with ids of their own, as if each had been started. */
  async park(workflow, count) {
    const { data } = await this.request('POST', '/operations-manager/jobs/start', {
      workflow: workflow.name,
      options: { variables: { color: 'Red' } },
    });
    await sleep(1000);
    const jobs = this.db.collection('jobs');
    const tasks = this.db.collection('job_tasks');
    const [job] = await jobs.find({ _id: data._id }).toArray();
    const iterations = await tasks.find({ jobId: data._id }).toArray();
    const ids = Array.from({ length: count }, () => randomBytes(12).toString('hex'));
    const again = (document, id) =>
      JSON.parse(JSON.stringify(document.state ?? '').replaceAll(data._id, id));
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
    return ids;
  }

  /** Continues jobs that stand in error, each once. */
  async continueAll(ids) {
    const times = [];
    await together(8, ids.length, async (at) => {
      const begun = performance.now();
      await this.request('POST', `/workflow_engine/jobs/${ids[at]}/continueJob`, { taskId: 'a1' });
      times.push(performance.now() - begun);
    });
    row('continueJob from 8 clients, p50', { measured: percentile(times, 0.5) });
    row('continueJob from 8 clients, p99', { measured: percentile(times, 0.99), aim: 50 });
  }

  async idle() {
    const before = await this.server.cpu();
    await sleep(IDLE_SECONDS * 1000);
    const share = ((await this.server.cpu()) - before) / 1e4 / IDLE_SECONDS;
    row('idle right after that, of a core', { measured: share, unit: '%', aim: 1 });
  }
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

/** Jobs of two tasks from many clients, with nothing waiting and with very much; what waiting costs. */
export async function run() {
  const engine = await startEngine();
  const client = await mongoose.mongo.MongoClient.connect(engine.uri);
  const db = client.db('netadmin');
  let server;
  try {
    server = await startServer(file, { ...engine.environment, RATE_LIMIT_PER_MINUTE: '10000000' });
    const headers = {
      authorization: `Bearer ${await signIn(server.url)}`,
      'content-type': 'application/json',
    };
    const bench = new Bench(server, db, headers);
    for (const workflow of [INLINE, DISPATCHED, WAITING, STOPPED])
      await bench.createWorkflow(workflow);
    const bare = await bareUpdates(db);
    await bench.throughput('warming up', INLINE);
    const tested = { mocks: {} };
    const inline = await bench.throughput('two inline tasks', INLINE, { rate: 550, writes: 6 });
    const aim = { rate: 250, writes: 12 };
    const dispatched = await bench.throughput('two dispatched tasks', DISPATCHED, aim, tested);
    const each = { unit: '', baseline: bare, atLeast: true };
    row('inline jobs to bare journalled updates, a second', { measured: inline, ...each });
    row('dispatched jobs to the same', { measured: dispatched, ...each });
    await bench.park(WAITING, PARKED);
    const kept = (measured, baseline) => ({
      measured,
      baseline,
      unit: '',
      aim: 0.95,
      atLeast: true,
    });
    row(
      `inline jobs a second while ${PARKED} wait, to none`,
      kept(await bench.throughput('', INLINE), inline),
    );
    row(
      'dispatched ones, the same',
      kept(await bench.throughput('', DISPATCHED, undefined, tested), dispatched),
    );
    await bench.continueAll(await bench.park(STOPPED, STOPPED_JOBS));
    await bench.idle();
  } finally {
    await server?.stop();
    await client.close();
    await engine.stop();
  }
}
