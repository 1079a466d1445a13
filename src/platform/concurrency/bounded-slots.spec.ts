import { describe, expect, it } from 'vitest';
import { BoundedSlots } from './bounded-slots.js';

const never = new AbortController().signal;
const full = () => new Error('full');

/** Work that ends when it is told to. */
function held(): { readonly work: () => Promise<string>; readonly end: () => void } {
  let end: () => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = () => {
      resolve('done');
    };
  });
  return { work: () => ended, end };
}

describe('BoundedSlots', () => {
  it('says whether the work had to wait', async () => {
    const slots = new BoundedSlots(1, 1);
    const first = held();
    const waited: boolean[] = [];
    const running = slots.run(never, full, (hasWaited) => {
      waited.push(hasWaited);
      return first.work();
    });
    const next = slots.run(never, full, (hasWaited) => Promise.resolve(waited.push(hasWaited)));
    first.end();
    await Promise.all([running, next]);
    expect(waited).toEqual([false, true]);
  });

  it('turns away who would wait beyond the bound, and lets in who waits in order', async () => {
    const slots = new BoundedSlots(1, 2);
    const first = held();
    const order: number[] = [];
    const note = (at: number) => () => Promise.resolve(order.push(at));
    const running = slots.run(never, full, first.work);
    const waiting = [slots.run(never, full, note(1)), slots.run(never, full, note(2))];
    await expect(slots.run(never, full, note(3))).rejects.toThrow('full');
    first.end();
    await Promise.all([running, ...waiting]);
    expect(order).toEqual([1, 2]);
  });

  it('gives up the place of who waits no longer', async () => {
    const slots = new BoundedSlots(1, 1);
    const first = held();
    const running = slots.run(never, full, first.work);
    const controller = new AbortController();
    const waiting = slots.run(controller.signal, full, () => Promise.resolve('ran'));
    controller.abort(new Error('no longer'));
    await expect(waiting).rejects.toThrow('no longer');
    const next = slots.run(never, full, () => Promise.resolve('ran'));
    first.end();
    expect([await running, await next]).toEqual(['done', 'ran']);
    await expect(slots.run(controller.signal, full, first.work)).rejects.toThrow('no longer');
  });

  it('frees the slot of work that failed', async () => {
    const slots = new BoundedSlots(1, 0);
    const broken = () => Promise.reject(new Error('broken'));
    await expect(slots.run(never, full, broken)).rejects.toThrow('broken');
    await expect(slots.run(never, full, () => Promise.resolve('ran'))).resolves.toBe('ran');
  });
});
