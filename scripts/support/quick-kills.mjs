/**
 * Kills at random commands, many times a second. A node is the engine's application on its own link to the
 * database; it is dead when the link is broken: nothing it still has in memory reaches the database or the
 * outside. Many nodes live at a time, so that nobody waits for their leases to end.
 */
import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { BreakableConnection } from './breakable-connection.mjs';
import { assertSame, checkJobs, untilEnded } from './walk-jobs.mjs';
import { LEAF_NAME, leafOf, WALK_NAME, walkOf, withoutServers } from './walk-workflows.mjs';

const NODES = 12;
const JOBS_PER_NODE = 2;
const KILLS_A_ROUND = 400;
/** Within so many commands of its own a node dies; as often at the beginning as late. */
const COMMANDS_MAX = 250;
/** A node that has nothing to do dies as well. */
const LONGEST_MS = 20_000;
const JUMP_MS = 10 * 60_000;
const STARTS_MAX = 10;
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];
const upTo = (most) => 1 + Math.floor(Math.random() * most);

/** A clock that is wrong, or becomes it while the node lives. */
function clockOf(jumpMs, afterMs) {
  const jumpsAt = performance.now() + afterMs;
  return { now: () => new Date(Date.now() + (performance.now() < jumpsAt ? 0 : jumpMs)) };
}

/** What nodes call, with the count of the calls that must not be made again. */
function callsOutside() {
  const made = new Map();
  return {
    answer: (link) => (call) => {
      // A killed node calls nobody and gets no answer.
      if (link.isBroken) return new Promise(() => undefined);
      if (call.input.method === 'POST') {
        made.set(call.iterationId, [...(made.get(call.iterationId) ?? []), Date.now()]);
      }
      return Promise.resolve({ finish: 'success', output: { result: { ok: true } } });
    },
    repeated: () => [...made].filter(([, times]) => times.length > 1),
  };
}

/**
 * Kills until there were so many, or it is told to stop; each round ends with all jobs ended and looked at.
 * @param world `uri` of the engine, `JobsNode`, `say`, `isTold`.
 */
export async function quickKills(world, walk, killsMax) {
  const { state } = walk;
  const enginePath = decodeURIComponent(/\/\/([^/?]+)/.exec(world.uri)[1]);
  while (state.total < killsMax && !world.isTold()) {
    const round = new Round({ ...world, enginePath }, walk.state);
    await round.run(Math.min(KILLS_A_ROUND, killsMax - state.total));
    walk.save();
    const { total, before, after, jumps, jobs, unknown, ms } = state;
    world.say(
      `${total} kills: ${before} before and ${after} after a command; ${jumps} clocks jumped; ${jobs} jobs sound, ${unknown} calls of unknown outcome; ${Math.round(ms / 1000)} s`,
    );
  }
}

class Round {
  #calls = callsOutside();
  #begun = new Set();
  #kills = 0;

  constructor(world, state) {
    this.world = world;
    this.state = state;
  }

  /** A database of its own, so that the last round is as quick as the first. */
  async run(kills) {
    const since = performance.now();
    const name = `quick-${randomBytes(4).toString('hex')}`;
    this.name = name;
    const connection = await mongoose
      .createConnection(this.world.uri, { dbName: name })
      .asPromise();
    const { db } = connection;
    await this.prepare();
    await Promise.all(
      Array.from({ length: NODES }, async () => {
        while (this.#kills < kills) {
          this.#kills += 1;
          await this.runUntilKilled();
        }
      }),
    );
    const last = await this.start(clockOf(JUMP_MS, 0));
    await untilEnded(db);
    await this.check(db);
    await this.discard(last);
    await connection.dropDatabase();
    await connection.close();
    this.state.ms += performance.now() - since;
  }

  /** On a busy machine a node may not reach the database in time; then it is started again. */
  async start(clock) {
    for (let tries = 1; ; tries += 1) {
      const link = new BreakableConnection(this.world.enginePath);
      try {
        return { link, node: await this.startOn(link, clock) };
      } catch (error) {
        link.break();
        if (tries === STARTS_MAX) throw error;
      }
    }
  }

  async startOn(link, clock) {
    return this.world.JobsNode.start({
      uri: `mongodb://${await link.listen()}/${this.name}?directConnection=true`,
      clock,
      run: this.#calls.answer(link),
      isIdempotent: ({ input }) => input.method !== 'POST',
    });
  }

  async prepare() {
    const first = await this.start();
    for (const document of [leafOf(''), walkOf('')]) {
      await first.node.workflow(withoutServers(document));
    }
    await this.discard(first);
  }

  /** From the start of a node until its connection breaks. */
  async runUntilKilled() {
    const jumpMs = oneOf([0, 0, JUMP_MS, -JUMP_MS]);
    if (jumpMs !== 0) this.state.jumps += 1;
    const one = await this.start(clockOf(jumpMs, Math.random() * 1000));
    const { node, link } = one;
    link.breakAt(upTo(COMMANDS_MAX), Math.random() < 0.5);
    const atLast = setTimeout(() => link.break('before nothing'), LONGEST_MS);
    const begins = Array.from({ length: JOBS_PER_NODE }, () => this.begin(node));
    await link.ended;
    clearTimeout(atLast);
    this.state[link.broken.split(' ')[0]] += 1;
    this.state.total += 1;
    await this.discard(one);
    await Promise.all(begins);
  }

  /** A start that the node was killed in is no job. */
  async begin(node) {
    const id = randomBytes(12).toString('hex');
    const job = await node.begin(WALK_NAME, { id }).catch(() => undefined);
    if (job) this.#begun.add(id);
  }

  /** Frees what the node holds in this process; the database hears nothing of it. */
  async discard({ node, link }) {
    link.break();
    await node.connection.destroy(true).catch(() => undefined);
    await node.close().catch(() => undefined);
  }

  async check(db) {
    const jobs = await checkJobs(db, new Date(0), this.#calls);
    const names = { name: { $in: [WALK_NAME, LEAF_NAME] } };
    assertSame('jobs of the walk', await db.collection('jobs').countDocuments(names), jobs);
    const ids = [...this.#begun];
    const there = await db.collection('jobs').countDocuments({ _id: { $in: ids } });
    assertSame('jobs that were begun', there, ids.length);
    this.state.jobs += jobs;
    this.state.unknown += await db
      .collection('job_tasks')
      .countDocuments({ task: 'b2', status: 'error' });
  }
}
