/**
 * The stand-in for a replica set in a process of its own, as servers are: `node replica-set-process.mjs
 * ENGINE_URI`, told by messages what is to happen.
 */
import { ReplicaSet } from './replica-set/replica-set.mjs';

const set = await ReplicaSet.start(process.argv[2]);
const ORDERS = {
  stepDown: (electionMs) => set.stepDown(electionMs),
  crash: (electionMs, downMs) => set.crash(electionMs, downMs),
  fault: (fault) => set.faults.order(fault),
  counts: () => ({ ...set.faults.counts, repeats: set.writes.repeats, left: set.faults.left }),
};

process.on('message', async ({ id, order, given }) => {
  process.send({ id, answer: await ORDERS[order](...given) });
});
process.on('disconnect', () => process.exit());
process.send({ hosts: set.members.map(({ address }) => address) });
