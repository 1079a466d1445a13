import { describe, expect, it } from 'vitest';
import { TakeLoop } from './take-loop.js';

/** Work that lies ready; `look` is called before each answer. */
function loopOver(work: number[], { room = 10, look = (): void => undefined } = {}) {
  const taken: number[] = [];
  const loop: TakeLoop = new TakeLoop(
    () => taken.length < room,
    async () => {
      const next = work.shift();
      await Promise.resolve();
      look();
      if (next !== undefined) taken.push(next);
      return next !== undefined;
    },
  );
  return { loop, taken };
}

describe('TakeLoop', () => {
  it('takes what there is, and no more than there is room for', async () => {
    const all = loopOver([1, 2, 3]);
    expect([await all.loop.fill(), all.taken]).toEqual([false, [1, 2, 3]]);
    const some = loopOver([1, 2, 3], { room: 2 });
    expect([await some.loop.fill(), some.taken]).toEqual([true, [1, 2]]);
  });

  it('looks once more when it is asked while it finds nothing', async () => {
    const work: number[] = [];
    let looks = 0;
    const { loop, taken } = loopOver(work, {
      look: () => {
        looks += 1;
        if (looks > 1) return;
        work.push(7);
        void loop.fill();
      },
    });
    await loop.fill();
    expect(taken).toEqual([7]);
  });

  it('fails for whoever asked, and looks again when it is asked anew', async () => {
    let isAway = true;
    const { loop, taken } = loopOver([1, 2], {
      look: () => {
        if (isAway) throw new Error('the database is away');
      },
    });
    const asked = loop.fill();
    await loop.settled();
    await expect(asked).rejects.toThrow('away');
    isAway = false;
    await loop.fill();
    expect(taken).toEqual([2]);
  });
});
