/** The jobs of the walks: making them, working the tasks of people in them, and what must be so at the end. */
import { call } from './platform.mjs';
import { CHILDREN, ITERATIONS, leafOf, WALK_NAME, walkOf } from './walk-workflows.mjs';

const PATIENCE_MS = 90_000;
/** Lies apart from its job. */
const LARGE = 'x'.repeat(70_000);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes the workflows where they are not there yet. @param server where their tasks call. */
export async function makeWorkflows(node, token, server) {
  for (const automation of [leafOf(server), walkOf(server)]) {
    await call(node, '/automation-studio/automations', { token, body: { automation } }).catch(
      (error) => {
        if (!error.message.includes(' answers 409')) throw error;
      },
    );
  }
}

/** Starts a job. @returns what is answered. */
export function startJob(node, token) {
  const body = { workflow: WALK_NAME, options: { variables: { large: LARGE } } };
  return call(node, '/operations-manager/jobs/start', { token, body });
}

/** Works the tasks of people until it is told to end; what fails is done again. */
export function attend(node, token) {
  let isOver = false;
  const once = async () => {
    const { data } = JSON.parse(await call(node, '/operations-manager/tasks?limit=100', { token }));
    for (const { _id, metrics } of data) {
      const path = `/operations-manager/tasks/${_id}`;
      if (metrics.owner === null) await call(node, `${path}/claim`, { token, method: 'POST' });
      await call(node, `${path}/finish`, { token, body: { finish_state: 'success' } });
    }
  };
  const work = async () => {
    while (!isOver) {
      await once().catch(() => undefined);
      await sleep(100);
    }
  };
  const done = work();
  return () => {
    isOver = true;
    return done;
  };
}

/** Waits as long as there is progress: a machine may have other work. */
export async function untilEnded(db) {
  const open = { $or: [{ endedAt: null }, { outbox: { $ne: null } }] };
  let [least, since] = [Infinity, Date.now()];
  for (;;) {
    const left = await db.collection('jobs').countDocuments(open);
    if (left === 0) return;
    if (left < least) [least, since] = [left, Date.now()];
    if (Date.now() - since > PATIENCE_MS) {
      const some = await db.collection('jobs').find(open).limit(3).toArray();
      throw new Error(`${left} jobs do not end: ${JSON.stringify(some).slice(0, 3000)}`);
    }
    await sleep(50);
  }
}

export function assertSame(what, found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
}

/** That each job ended, with each task run as often as it should. @returns how many jobs there are. */
export async function checkJobs(db, since, calls) {
  const jobs = await db
    .collection('jobs')
    .find({ startedAt: { $gte: since } })
    .toArray();
  for (const job of jobs) await checkJob(db, job, jobs);
  await checkCalls(db, calls.repeated());
  return jobs.length;
}

/** The key of a call is the id of its iteration, which says who had it. */
async function checkCalls(db, repeated) {
  if (repeated.length === 0) return;
  const ids = repeated.map(([id]) => id);
  const iterations = await db
    .collection('job_tasks')
    .find({ _id: { $in: ids } }, { projection: { input: 0, output: 0 } })
    .toArray();
  throw new Error(`calls that were made again: ${JSON.stringify({ repeated, iterations })}`);
}

async function checkJob(db, { _id, name, status }, jobs) {
  assertSame(`job ${_id} of ${name}`, status, 'complete');
  const iterations = await db.collection('job_tasks').find({ jobId: _id }).toArray();
  const counts = {};
  for (const one of iterations) {
    const isUnknown = one.task === 'b2' && one.status === 'error';
    if (isUnknown && !one.error.includes('outcome')) throw new Error(`b2 of ${_id}: ${one.error}`);
    if (!isUnknown && one.status !== 'complete') {
      throw new Error(`${one.name} of ${_id} is ${one.status}: ${one.error}`);
    }
    counts[one.task] = (counts[one.task] ?? 0) + 1;
  }
  const unknown = iterations.filter(({ status: ended }) => ended === 'error').length;
  assertSame(`runs of e5 of ${_id}`, counts.e5 ?? 0, unknown);
  delete counts.e5;
  const sorted = Object.fromEntries(Object.entries(counts).sort());
  assertSame(`iterations of ${_id}`, sorted, name === WALK_NAME ? ITERATIONS : { a1: 1 });
  if (name !== WALK_NAME) return;
  const children = jobs.filter(({ parent }) => parent?.jobId === _id);
  const indexes = children.map(({ parent }) => parent.index).sort((a, b) => a - b);
  const all = Array.from({ length: CHILDREN }, (_, at) => at);
  assertSame(`children of ${_id}`, indexes, all);
}
