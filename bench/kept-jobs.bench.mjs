import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { built } from './support/built.mjs';
import {
  copyJobs,
  jobsEnded,
  requestJson,
  signIn,
  startEngine,
  together,
} from './support/engine.mjs';
import { INLINE } from './support/engine-workflows.mjs';
import { startServer } from './support/measure.mjs';
import { percentile, row, sized } from './support/report.mjs';

const KEPT = sized(1_000_000, 3000, 'BENCH_KEPT_JOBS');
/** Those that retention removes, beside the others. */
const OLD = sized(20_000, 300);
const REQUESTS = sized(300, 5);
const STARTED = sized(2000, 20);
const CLIENTS = 32;
const DAY_MS = 24 * 3600 * 1000;
const RETENTION_DAYS = 365;
const STATUSES = [...Array(6).fill('complete'), 'canceled'];
const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));

/** What people ask of the jobs that are kept. */
const LISTS = {
  'the latest jobs': '?limit=50',
  'those of one status': '?limit=50&status=canceled',
  'those of one workflow': '?limit=50&equals[name]=Bench%20copy%207',
};
const MIDDLE = Math.floor(KEPT / 2);

class Bench {
  constructor(server, db, headers) {
    Object.assign(this, { server, jobs: db.collection('jobs'), headers });
  }

  request(method, path, body) {
    return requestJson(this.server.url + path, { method, headers: this.headers, body });
  }

  async start() {
    const body = { workflow: INLINE.name, options: { variables: { color: 'Red' } } };
    return (await this.request('POST', '/operations-manager/jobs/start', body)).data._id;
  }

  /** Copies of a finished job, evenly over some days. */
  copies(id, count, { from, days }) {
    return copyJobs(this.jobs, id, count, (at) => {
      const startedAt = new Date(Date.now() - (from + (at / count) * days) * DAY_MS);
      return {
        name: `Bench copy ${at % 50}`,
        status: STATUSES[at % STATUSES.length],
        startedAt,
        endedAt: new Date(startedAt.getTime() + 1000),
      };
    });
  }

  async p99(path) {
    return this.p99Of(() => path);
  }

  /** The same of paths that may be others each time. */
  async p99Of(pathOf) {
    const times = [];
    for (let at = 0; at < REQUESTS; at += 1) {
      const begun = performance.now();
      await this.request('GET', pathOf(at));
      times.push(performance.now() - begun);
    }
    return percentile(times, 0.99);
  }

  /** What leads to the page after the one that begins at this place. */
  async cursorAfter(skip) {
    const page = await this.request('GET', `/operations-manager/jobs?limit=50&skip=${skip}`);
    return page.metadata.nextCursor;
  }

  /** Jobs a second, from their start to the end of the last. */
  async rate() {
    const ids = [];
    const begun = performance.now();
    await together(CLIENTS, STARTED, async () => ids.push(await this.start()));
    await jobsEnded(this.jobs, ids);
    return STARTED / ((performance.now() - begun) / 1000);
  }
}

/** Removes the old jobs as a node does each hour. */
async function retention(environment) {
  const { loadConfig } = await built('platform/config/config.js');
  const { startPlatform } = await built('start-platform.js');
  const config = loadConfig({ ...environment, JOB_RETENTION_DAYS: String(RETENTION_DAYS) });
  const { app } = await startPlatform(config, () => undefined);
  // The build does not export the class: it is found by its name.
  const service = [...app.container.getModules().values()]
    .flatMap(({ providers }) => [...providers.values()])
    .find(({ name }) => name === 'JobRetentionService').instance;
  const begun = performance.now();
  await service.sweep();
  const seconds = (performance.now() - begun) / 1000;
  await app.close();
  row('jobs that retention removes, a second', { measured: OLD / seconds, unit: '' });
}

/** Lists, starts and retention while many ended jobs are kept, to the same with none of them. */
export async function run() {
  const engine = await startEngine();
  const client = await mongoose.mongo.MongoClient.connect(engine.uri);
  const environment = { ...engine.environment, RATE_LIMIT_PER_MINUTE: '10000000' };
  let server;
  try {
    server = await startServer(file, environment);
    const headers = {
      authorization: `Bearer ${await signIn(server.url)}`,
      'content-type': 'application/json',
    };
    const bench = new Bench(server, client.db('netadmin'), headers);
    await bench.request('POST', '/automation-studio/automations', { automation: INLINE });
    const id = await bench.start();
    await jobsEnded(bench.jobs, [id]);
    await bench.rate();
    const rate = await bench.rate();
    await bench.copies(id, KEPT, { from: 1, days: RETENTION_DAYS - 2 });
    await bench.copies(id, OLD, { from: RETENTION_DAYS + 1, days: 30 });
    for (const [what, query] of Object.entries(LISTS))
      row(`${what} of ${KEPT}, p99`, {
        measured: await bench.p99(`/operations-manager/jobs${query}`),
        aim: 25,
      });
    row(`one page after the other from the middle of ${KEPT}, p99`, {
      measured: await bench.p99Of(
        (at) => `/operations-manager/jobs?limit=50&skip=${MIDDLE + 50 * at}`,
      ),
      aim: 25,
    });
    const cursor = await bench.cursorAfter(MIDDLE);
    row(`the page after one in the middle of ${KEPT}, by cursor, p99`, {
      measured: await bench.p99(`/operations-manager/jobs?limit=50&cursor=${cursor}`),
      aim: 25,
    });
    row('one job, p99', { measured: await bench.p99(`/operations-manager/jobs/${id}`), aim: 25 });
    row('jobs a second, to none kept', {
      measured: await bench.rate(),
      baseline: rate,
      unit: '',
      aim: 0.9,
      atLeast: true,
    });
    await retention(environment);
  } finally {
    await server?.stop();
    await client.close();
    await engine.stop();
  }
}
