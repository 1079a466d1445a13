import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HostSlots } from './host-slots.js';

const never = new AbortController().signal;

/** Work that runs until it is told to end. */
function gate(): { readonly open: () => void; readonly work: () => Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, work: () => opened };
}

describe('HostSlots', () => {
  it('runs as many at a time as there are slots, and the others in their order', async () => {
    const slots = new HostSlots(2);
    const gates = [gate(), gate(), gate(), gate()];
    const started: number[] = [];
    const runs = gates.map(({ work }, index) =>
      slots.run('a', never, () => {
        started.push(index);
        return work();
      }),
    );
    await setImmediate();
    expect(started).toEqual([0, 1]);
    gates[1]?.open();
    await runs[1];
    await setImmediate();
    expect(started).toEqual([0, 1, 2]);
    gates.forEach(({ open }) => {
      open();
    });
    await Promise.all(runs);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('counts each host by itself', async () => {
    const slots = new HostSlots(1);
    const first = gate();
    const run = slots.run('a', never, first.work);
    await expect(slots.run('b', never, () => Promise.resolve('b'))).resolves.toBe('b');
    first.open();
    await run;
  });

  it('frees the slot of work that fails', async () => {
    const slots = new HostSlots(1);
    await expect(slots.run('a', never, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    await expect(slots.run('a', never, () => Promise.resolve(1))).resolves.toBe(1);
  });

  it('lets the waiting give up without taking a slot from others', async () => {
    const slots = new HostSlots(1);
    const first = gate();
    const run = slots.run('a', never, first.work);
    const controller = new AbortController();
    const givesUp = slots.run('a', controller.signal, () => Promise.resolve('ran'));
    const waits = slots.run('a', never, () => Promise.resolve('ran'));
    controller.abort(new Error('no longer'));
    await expect(givesUp).rejects.toThrow('no longer');
    first.open();
    await run;
    await expect(waits).resolves.toBe('ran');
  });

  it('does not start work for a signal that has fired', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(new HostSlots(1).run('a', signal, () => Promise.resolve())).rejects.toThrow(
      'gone',
    );
  });
});
