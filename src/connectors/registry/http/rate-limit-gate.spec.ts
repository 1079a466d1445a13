import { describe, expect, it } from 'vitest';
import { HandClock } from '#test/support/hand-clock.js';
import { RegistryPaused } from '../registry-paused.js';
import { RateLimitGate } from './rate-limit-gate.js';

const NEVER = new AbortController().signal;

function aGate(): { gate: RateLimitGate; clock: HandClock; waits: number[] } {
  const clock = new HandClock();
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    clock.advance({ ms });
    return Promise.resolve();
  };
  return { gate: new RateLimitGate('git.acme.example', clock, wait), clock, waits };
}
const inMs = (clock: HandClock, ms: number): Date => new Date(clock.now().getTime() + ms);

describe('RateLimitGate', () => {
  it('lets calls pass until somebody closes it, and after that time', async () => {
    const { gate, clock, waits } = aGate();
    await gate.pass(NEVER);
    gate.close(inMs(clock, 5000));
    await gate.pass(NEVER);
    await gate.pass(NEVER);
    expect(waits).toEqual([5000]);
  });

  it('counts the pauses of calls that ran together as one, and waits for the longest', async () => {
    const { gate, clock, waits } = aGate();
    for (let at = 0; at < 200; at += 1) gate.close(inMs(clock, 5000 - at));
    await gate.pass(NEVER);
    expect(waits).toEqual([5000]);
  });

  it('takes no pause back', async () => {
    const { gate, clock, waits } = aGate();
    gate.close(inMs(clock, 5000));
    gate.close(inMs(clock, 1));
    await gate.pass(NEVER);
    expect(waits).toEqual([5000]);
  });

  it('does not wait for a long pause', async () => {
    const { gate, clock, waits } = aGate();
    const until = inMs(clock, 90_001);
    gate.close(until);
    const paused = gate.pass(NEVER);
    await expect(paused).rejects.toBeInstanceOf(RegistryPaused);
    await expect(paused).rejects.toMatchObject({
      until,
      message: 'git.acme.example wants no more calls before 2026-01-01T00:01:30Z',
    });
    expect(waits).toEqual([]);
  });

  it('waits longer each time, and no more than sixty times', async () => {
    const { gate, clock, waits } = aGate();
    const pauses = async (): Promise<void> => {
      for (;;) {
        gate.close(clock.now());
        await gate.pass(NEVER);
      }
    };
    await expect(pauses()).rejects.toBeInstanceOf(RegistryPaused);
    expect(waits).toEqual(Array.from({ length: 60 }, (_, at) => (at + 1) * 100));
  });
});
