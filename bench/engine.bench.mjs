import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { signIn, startEngine } from './support/engine.mjs';
import { DISPATCHED, INLINE, STOPPED, WAITING } from './support/engine-workflows.mjs';
import { startServer } from './support/measure.mjs';

const CLIENTS = 32;
const JOBS = Number(process.env.BENCH_JOBS ?? 3000);
const PARKED = Number(process.env.BENCH_PARKED ?? 100_000);
const IDLE_SECONDS = Number(process.env.BENCH_IDLE_SECONDS ?? 60);
const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));
const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** As many callers at a time as there are clients; each does the next thing when it has done one. */
async function together(clients, times, work) {
  let next = 0;
  const client = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

class Bench {
  constructor(server, db, headers) {
    Object.assign(this, { server, db, headers });
  }

  async request(method, path, body) {
    const answer = await fetch(`${this.server.url}${path}`, {
      method,
      headers: this.headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
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
    await this.complete(ids);
    const seconds = (performance.now() - begun) / 1000;
    const cost = ((await this.server.cpu()) - cpu) / 1000 / JOBS;
    const writes = ((await this.writeCommands()) - commands) / JOBS;
    await together(CLIENTS, ids.length, async (at) => {
      const { data } = await this.request('GET', `/operations-manager/jobs/${ids[at]}`);
      if (data.status !== 'complete') throw new Error(`job ${ids[at]} is ${data.status}`);
    });
    const rate = JOBS / seconds;
    say(
      `${title.padEnd(34)} ${rate.toFixed(0).padStart(6)} jobs/s (aim ${aim.rate})  ` +
        `${writes.toFixed(1)} write commands a job (aim ${aim.writes})  ${cost.toFixed(2)} ms CPU a job`,
    );
    return rate;
  }

  async complete(ids) {
    const _ids = ids.map((id) => id);
    for (;;) {
      const open = await this.db
        .collection('jobs')
        .countDocuments({ _id: { $in: _ids }, status: { $ne: 'complete' } });
      if (open === 0) return;
      await sleep(20);
    }
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
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
    say(`continueJob, 8 clients             p50 ${at(0.5)} ms  p99 ${at(0.99)} ms (aim 50)`);
  }

  async idle() {
    const before = await this.server.cpu();
    await sleep(IDLE_SECONDS * 1000);
    const share = ((await this.server.cpu()) - before) / 1e4 / IDLE_SECONDS;
    say(`idle for ${IDLE_SECONDS} s                      ${share.toFixed(2)} % of a core (aim 1)`);
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
    say(`bare journalled updateOne          ${bare.toFixed(0).padStart(6)} a second`);
    await bench.throughput('(warming up)', INLINE, { rate: '-', writes: '-' });
    const inline = await bench.throughput('two inline tasks', INLINE, { rate: 300, writes: 6 });
    const tested = { mocks: {} };
    const dispatched = await bench.throughput(
      'two dispatched tasks',
      DISPATCHED,
      { rate: 100, writes: 12 },
      tested,
    );
    say(
      `jobs to bare updates               ${(bare / inline).toFixed(1)} and ${(bare / dispatched).toFixed(1)} updates in the time of one job`,
    );
    await bench.park(WAITING, PARKED);
    say(`(${PARKED} jobs wait for people)`);
    const withWaiting = await bench.throughput('two inline tasks, many waiting', INLINE, {
      rate: 270,
      writes: 6,
    });
    const dispatchedWaiting = await bench.throughput(
      'two dispatched tasks, many waiting',
      DISPATCHED,
      { rate: 90, writes: 12 },
      tested,
    );
    say(
      `of the rate without                ${(withWaiting / inline).toFixed(2)} and ${(dispatchedWaiting / dispatched).toFixed(2)} (aim 0.9)`,
    );
    await bench.continueAll(await bench.park(STOPPED, 2000));
    await bench.idle();
  } finally {
    await server?.stop();
    await client.close();
    await engine.stop();
  }
}
