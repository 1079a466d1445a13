import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.js';
import { eventually } from '#test/support/eventually.js';
import { REDIS_MISSING, RedisServer } from '#test/support/redis-server.js';
import { anIteration, WorkerNode, type WorkerNodeOptions } from '#test/support/worker-node.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';

const database = testDatabase('redis-offers');
const open: (() => Promise<void>)[] = [];
let ids = 0;

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
afterAll(() => database.drop());

async function aNode(options: Partial<WorkerNodeOptions> = {}): Promise<WorkerNode> {
  const run = (): Promise<TaskOutcome> => Promise.resolve({ finish: 'success', output: 1 });
  const node = await WorkerNode.start({ uri: database.uri, run, ...options });
  open.push(async () => {
    await node.iterations.deleteMany({});
    await node.close();
  });
  return node;
}

async function aRedis(port?: number): Promise<RedisServer> {
  const redis = await RedisServer.start(port);
  open.push(() => redis.kill());
  return redis;
}

const anId = (): string => `a${String((ids += 1))}`;
const onlyAsks = (REDIS_URL: string): Partial<WorkerNodeOptions> => ({
  env: { REDIS_URL, WORKER_CONCURRENCY: '0' },
});

/** Hands an iteration to nodes, as one that works on none. */
async function handedTo(asking: WorkerNode, working: WorkerNode): Promise<string> {
  const id = anId();
  const before = working.told.length;
  asking.dispatch.announce(await asking.store(anIteration(id)));
  await eventually(
    () => Promise.resolve(working.told.length),
    (count) => count > before,
  );
  return id;
}

const withRedis = REDIS_MISSING === undefined ? describe : describe.skip;

withRedis(
  `with a Redis${REDIS_MISSING === undefined ? '' : ` (skipped: ${REDIS_MISSING})`}`,
  () => {
    it('a node hears of work for which it would never have looked', async () => {
      const { url } = await aRedis();
      const asking = await aNode({ ...onlyAsks(url), looks: false });
      const working = await aNode({ env: { REDIS_URL: url }, looks: false });
      // What is offered before a connection is there is offered to nobody.
      const id = await eventually(
        async () => {
          const one = anId();
          asking.dispatch.announce(await asking.store(anIteration(one)));
          return one;
        },
        () => working.told.length > 0,
      );
      expect(id).toBeDefined();
      expect(working.told[0]).toMatchObject({ outcome: { finish: 'success' } });
    });

    it('work is offered to many and done once', async () => {
      const { url } = await aRedis();
      const runs: string[] = [];
      const run = ({ iterationId }: { iterationId: string }): Promise<TaskOutcome> => {
        runs.push(iterationId);
        return Promise.resolve({ finish: 'success' });
      };
      const asking = await aNode(onlyAsks(url));
      const working = [await aNode({ run, env: { REDIS_URL: url } }), await aNode({ run })];
      const all = Array.from({ length: 50 }, anId);
      const stored = await asking.store(...all.map((id) => anIteration(id)));
      asking.dispatch.announce(stored);
      asking.dispatch.announce(stored);
      await eventually(
        () => Promise.resolve(working.reduce((sum, { told }) => sum + told.length, 0)),
        (count) => count >= 50,
      );
      expect([...runs].sort()).toEqual([...all].sort());
    });

    it('that dies, work is found by looking, and it is used again once it is back', async () => {
      const redis = await aRedis();
      const asking = await aNode({ ...onlyAsks(redis.url), looks: false });
      const working = await aNode({ env: { REDIS_URL: redis.url } });
      await handedTo(asking, working);
      await redis.kill();
      await handedTo(asking, working);
      await aRedis(redis.port);
      const silent = await aNode({ env: { REDIS_URL: redis.url }, looks: false });
      await eventually(
        async () => {
          asking.dispatch.announce(await asking.store(anIteration(anId())));
          return silent.told.length;
        },
        (count) => count > 0,
      );
      expect(silent.told[0]).toMatchObject({ outcome: { finish: 'success' } });
    });
  },
);

describe('with a Redis that was never there', () => {
  it.each(['redis://127.0.0.1:1', 'rediss://nobody:secret@127.0.0.1:1/99'])(
    'a platform starts and works: %s',
    async (url) => {
      const asking = await aNode(onlyAsks(url));
      const working = await aNode({ env: { REDIS_URL: url } });
      const id = await handedTo(asking, working);
      expect(working.told).toMatchObject([{ iteration: id }]);
    },
  );
});
