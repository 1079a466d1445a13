import { built } from './support/built.mjs';
import { copyJobs } from './support/engine.mjs';
import { INLINE } from './support/engine-workflows.mjs';
import { JobsPlatform, ratesInTurns } from './support/jobs.mjs';
import { percentile, row, sized } from './support/report.mjs';

const KEPT = sized(1_000_000, 3000, 'BENCH_KEPT_JOBS');
/** Those that retention removes, beside the others. */
const OLD = sized(20_000, 300);
const REQUESTS = sized(300, 5);
const STARTED = sized(2000, 20);
const DAY_MS = 24 * 3600 * 1000;
const RETENTION_DAYS = 365;
const STATUSES = [...Array(6).fill('complete'), 'canceled'];

/** What people ask of the jobs that are kept. */
const LISTS = {
  'the latest jobs': '?limit=50',
  'those of one status': '?limit=50&status=canceled',
  'those of one workflow': '?limit=50&equals[name]=Bench%20copy%207',
};
const MIDDLE = Math.floor(KEPT / 2);

/** Copies of a finished job, evenly over some days. */
function copies(jobs, id, count, { from, days }) {
  return copyJobs(jobs, id, count, (at) => {
    const startedAt = new Date(Date.now() - (from + (at / count) * days) * DAY_MS);
    return {
      name: `Bench copy ${at % 50}`,
      status: STATUSES[at % STATUSES.length],
      startedAt,
      endedAt: new Date(startedAt.getTime() + 1000),
    };
  });
}

/** How long requests take, one after the other. @param pathOf the path of each, by its number */
async function p99(platform, pathOf) {
  const times = [];
  for (let at = 0; at < REQUESTS; at += 1) {
    const begun = performance.now();
    await platform.request('GET', pathOf(at));
    times.push(performance.now() - begun);
  }
  return percentile(times, 0.99);
}

async function readLists(platform, id) {
  const jobs = '/operations-manager/jobs';
  const time = async (title, pathOf) =>
    row(`${title}, p99`, { measured: await p99(platform, pathOf), aim: 25 });
  for (const [what, query] of Object.entries(LISTS))
    await time(`${what} of ${KEPT}`, () => jobs + query);
  await time(
    `one page after the other from the middle of ${KEPT}`,
    (at) => `${jobs}?limit=50&skip=${MIDDLE + 50 * at}`,
  );
  const { metadata } = await platform.request('GET', `${jobs}?limit=50&skip=${MIDDLE}`);
  await time(
    `the page after one in the middle of ${KEPT}, by cursor`,
    () => `${jobs}?limit=50&cursor=${metadata.nextCursor}`,
  );
  await time('one job', () => `${jobs}/${id}`);
}

/** A platform that is warm. */
async function start() {
  const platform = await JobsPlatform.start();
  await platform.createWorkflow(INLINE);
  await platform.run(INLINE, STARTED);
  return platform;
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
  const platforms = [];
  try {
    const full = await start();
    platforms.push(full);
    const jobs = full.db.collection('jobs');
    // What is copied has ended for good: one that has just ended would be looked at again, and all its copies.
    const { ids } = await full.run(INLINE, STARTED);
    await copies(jobs, ids[0], KEPT, { from: 1, days: RETENTION_DAYS - 2 });
    await copies(jobs, ids[0], OLD, { from: RETENTION_DAYS + 1, days: 30 });
    await full.settle();
    await readLists(full, ids[0]);
    const empty = await start();
    platforms.push(empty);
    const [measured, baseline] = await ratesInTurns([full, empty], INLINE, STARTED);
    row('jobs a second, to none kept', { measured, baseline, unit: '', aim: 0.9, atLeast: true });
    await retention(full.environment);
  } finally {
    for (const platform of platforms) await platform.stop();
  }
}
