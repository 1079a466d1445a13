import { describe, expect, it, vi } from 'vitest';
import { anIteration, type WorkerNode, workerNodes } from '#test/support/worker-node.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { type Claim, type Claimant } from './claims.repository.js';
import { FairClaims } from './fair-claims.js';

const { start } = workerNodes('fair-claims');
let ids = 0;

/** A node that begins nothing. */
const aNode = () => start({ env: { WORKER_CONCURRENCY: '0' }, looks: false });

/** A task of a family of its own. */
function taskOf(starter: string): StoredIteration {
  ids += 1;
  return anIteration(`it-${String(ids)}`, { starter, family: `family-${String(ids)}` });
}

const by = (node: WorkerNode, count: number): Claimant => ({
  owner: node.id,
  without: new Set<string>(),
  count,
});

describe('claims', () => {
  it('ask for other starters at each eighth task of one who is alone, who have a turn then', async () => {
    const node = await aNode();
    await node.store(...Array.from({ length: 20 }, () => taskOf('ada')));
    const turns = new FairClaims(node.claims);
    const asking = vi.spyOn(node.claims, 'nextStarter');
    const claim = async (times: number): Promise<unknown[]> => {
      const starters: unknown[] = [];
      while (starters.length < times)
        starters.push((await turns.claim(by(node, 1)))[0]?.iteration.starter);
      return starters;
    };
    expect(new Set(await claim(10))).toEqual(new Set(['ada']));
    expect(asking).toHaveBeenCalledTimes(3);
    await node.store(taskOf('bob'));
    expect((await claim(8)).at(-1)).toBe('bob');
  });

  it('take as many at once as there is room for of one who is alone, and ask for others next', async () => {
    const node = await aNode();
    await node.store(...Array.from({ length: 20 }, () => taskOf('ada')));
    const turns = new FairClaims(node.claims);
    const claim = async (): Promise<unknown[]> =>
      (await turns.claim(by(node, 16))).map(({ iteration }) => iteration.starter);
    expect(await claim()).toEqual(['ada']);
    expect(await claim()).toHaveLength(16);
    await node.store(taskOf('bob'));
    expect(await claim()).toEqual(['bob']);
  });

  it('take several tasks at once, each for one node, and those of dead nodes one by one', async () => {
    const [node, other] = [await aNode(), await aNode()];
    const many = Array.from({ length: 12 }, () => taskOf('ada'));
    const dead = { owner: 'dead', until: new Date(1), fence: 3 };
    const [first] = many.sort((a, b) => ((a.family ?? '') < (b.family ?? '') ? -1 : 1));
    await node.store(...many);
    const change = { $set: { lease: dead, claimableAt: dead.until } };
    await node.iterations.updateOne({ _id: first?._id as never }, change);
    const claims = async (one: WorkerNode): Promise<readonly Claim[]> => {
      const turns = new FairClaims(one.claims);
      const all: Claim[] = [];
      for (;;) {
        const more = await turns.claim(by(one, 5));
        if (more.length === 0) return all;
        all.push(...more);
      }
    };
    const found = await Promise.all([claims(node), claims(other)]);
    const owned = found.flat();
    expect(new Set(owned.map(({ iteration }) => iteration._id)).size).toBe(12);
    expect(owned).toHaveLength(12);
    expect(owned.find(({ before }) => before !== null)).toMatchObject({
      before: { owner: 'dead' },
      iteration: { _id: first?._id, attempt: 2, lease: { fence: 4 } },
    });
    for (const { iteration } of owned) {
      expect(await node.iterations.findOne({ _id: iteration._id as never })).toMatchObject({
        lease: { owner: iteration.lease?.owner, fence: iteration.lease?.fence },
        attempt: iteration.attempt,
      });
    }
  });
});
