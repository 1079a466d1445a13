/** Kills at random points: of one node, of both, of the engine, and clocks that jump by ten minutes. */
import { signIn } from './platform.mjs';
import { attend, checkJobs, makeWorkflows, startJob, untilEnded } from './walk-jobs.mjs';

const KILLS_A_ROUND = 10;
const JOBS_A_LOAD = 6;
const JUMP_MS = 10 * 60_000;
/** What is killed, and how often of ten times. */
const VICTIMS = ['node', 'node', 'node', 'node', 'node', 'node', 'node', 'both', 'both', 'engine'];
/** As far as a job gets in this time, and further. */
const LONGEST_MS = 4000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];

/** A clock that jumps forward or back, sooner or later, for every second node. */
function clockOf(state) {
  const jumpMs = oneOf([0, 0, JUMP_MS, -JUMP_MS]);
  if (jumpMs !== 0) state.jumps += 1;
  return jumpingBy(jumpMs, Math.random() * LONGEST_MS);
}

function jumpingBy(jumpMs, afterMs) {
  return {
    NODE_OPTIONS: '--import ./scripts/support/jumping-clock.mjs',
    CLOCK_JUMP_MS: String(jumpMs),
    CLOCK_JUMP_AFTER_MS: String(afterMs),
  };
}

/**
 * Kills until there were so many, or it is told to stop. Each round ends with all jobs ended and looked at;
 * then they go, so that the last round is as quick as the first.
 * @param world `startNode`, `engine`, `calls`, `db`, `password`, `say`, `isTold`.
 */
export async function randomKills(world, walk, killsMax) {
  const { state } = walk;
  while (state.total < killsMax && !world.isTold()) {
    const count = Math.min(KILLS_A_ROUND, killsMax - state.total);
    const nodes = [await begin(world, clockOf(state)), await begin(world, clockOf(state))];
    for (let at = 0; at < count; at += 1) await killOnce(world, state, nodes);
    state.jobs += await settle(world, nodes);
    walk.save();
    const { total, node, both, engine, jumps, jobs } = state;
    world.say(
      `${total} kills: ${node} of one node, ${both} of both, ${engine} of the engine; ${jumps} clocks jumped; ${jobs} jobs sound`,
    );
  }
}

async function begin({ startNode, password, calls }, clock) {
  const node = await startNode(clock);
  // The engine may be on its way up.
  for (let tries = 0; ; tries += 1) {
    try {
      const token = await signIn(node, password);
      await makeWorkflows(node, token, calls.url);
      return { node, token, endAttending: attend(node, token) };
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(500);
    }
  }
}

/** Those that the node does not live to begin are no jobs. */
async function load({ node, token }) {
  for (let at = 0; at < JOBS_A_LOAD; at += 1) await startJob(node, token).catch(() => undefined);
}

async function killOnce(world, state, nodes) {
  const loads = nodes.map(load);
  await sleep(Math.random() * LONGEST_MS);
  const victim = oneOf(VICTIMS);
  const first = Math.random() < 0.5 ? 0 : 1;
  const places = { node: [first], both: [0, 1], engine: [] }[victim];
  if (victim === 'engine') process.kill(world.engine.pid, 'SIGKILL');
  await Promise.all(places.map((place) => end(nodes[place])));
  await Promise.all(loads);
  state[victim] += 1;
  state.total += 1;
  for (const place of places) nodes[place] = await begin(world, clockOf(state));
}

async function end({ node, endAttending }) {
  node.child.kill('SIGKILL');
  await node.ended;
  await endAttending();
}

/**
 * A node whose clock is ahead ends what is left: a timer that a node set whose clock was ahead is due there.
 * @returns how many jobs there were.
 */
async function settle(world, nodes) {
  const { db, calls } = world;
  await Promise.all(nodes.map(end));
  const heir = await begin(world, jumpingBy(JUMP_MS, 0));
  await untilEnded(db);
  const jobs = await checkJobs(db, new Date(0), calls);
  await end(heir);
  await Promise.all(['jobs', 'job_tasks'].map((name) => db.collection(name).deleteMany({})));
  return jobs;
}
