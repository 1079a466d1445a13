import { describe, expect, it } from 'vitest';
import { ATTEMPTS_MAX, findingOf, restMs, storeAgainMs } from './task-lease-rules.js';
import { WorkerSlots } from './worker-slots.js';

const lease = (owner: string, fence = 1): { owner: string; until: Date; fence: number } => ({
  owner,
  until: new Date(0),
  fence,
});
const NODE = { serverId: 'me', hasBegun: false };

describe('what a claim finds', () => {
  it.each([
    ['nobody had it', null, NODE, 'fresh'],
    ['it was given back', lease(''), NODE, 'fresh'],
    ['another node had begun it', lease('other'), NODE, 'interrupted'],
    ['this node kept a place for it', lease('me'), NODE, 'fresh'],
    ['this node took it from itself', lease('me', 2), NODE, 'interrupted'],
    ['this node had begun it', lease('me'), { ...NODE, hasBegun: true }, 'interrupted'],
  ] as const)('when %s', (_, before, node, finding) => {
    expect(findingOf({ lease: before, attempt: 1 }, node)).toBe(finding);
  });

  it('is nothing to go on with after too many attempts', () => {
    const found = { lease: null, attempt: ATTEMPTS_MAX + 1 };
    expect(findingOf(found, NODE)).toBe('given-up');
  });

  it('rests longer after each attempt, half a minute or so at most', () => {
    expect([1, 2, 3, 9].map(restMs)).toEqual([2000, 4000, 8000, 32_000]);
  });

  it.each([
    ['is away', Object.assign(new Error('reset'), { code: 'ECONNRESET' }), [1000, 1000, 1000]],
    ['refuses it', new Error('not authorized'), [1000, 8000, 32_000]],
  ])('stores a result again where the database %s', (_, error, pauses) => {
    expect([0, 3, 9].map((tries) => storeAgainMs(error, tries))).toEqual(pauses);
  });
});

describe('the room of a worker', () => {
  it('counts what is worked on and the places that are kept', () => {
    const slots = new WorkerSlots(3, () => 0);
    expect([slots.keep(), slots.enter('a'), slots.enter('a'), slots.free]).toEqual([
      ...[1, true, false, 1],
    ]);
    slots.release();
    expect(slots.free).toBe(2);
    slots.leave('a');
    expect([slots.free, slots.keep(2), slots.keep(2), slots.keep()]).toEqual([3, 2, 1, 0]);
    slots.release(2);
    expect(slots.free).toBe(2);
  });

  it('gives a kept place to others when nobody comes for it', () => {
    let now = 0;
    const slots = new WorkerSlots(1, () => now);
    expect([slots.keep(), slots.keep()]).toEqual([1, 0]);
    now = 10_000;
    expect(slots.keep()).toBe(1);
  });
});
