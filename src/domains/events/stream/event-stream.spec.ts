import { describe, expect, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { type LogSlice } from '../../../platform/events/event-reader.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { EventStream, type StreamRequest } from './event-stream.js';

const event = (seq: number, payload = {}): PlatformEvent => ({
  id: `e${seq}`,
  seq,
  source: 's',
  topic: 't',
  actor: null,
  payload,
  time: new Date('2026-01-01T00:00:00Z'),
});

/** A log without end, or with one; it counts how far it was read. */
class Log {
  read = 0;

  constructor(
    private readonly last: number,
    private readonly payload = {},
  ) {}

  after(position: number, limit: number): Promise<LogSlice> {
    const count = Math.max(0, Math.min(limit, this.last - position));
    const events = Array.from({ length: count }, (_, at) => event(position + at + 1, this.payload));
    this.read = Math.max(this.read, position + count);
    return Promise.resolve({ events, position: position + count });
  }
}

const REQUEST: StreamRequest = { position: 0, follows: true };

describe('EventStream', () => {
  it('reads no further than one buffer ahead of a reader who does not read', async () => {
    const log = new Log(1_000_000, { text: 'x'.repeat(10_000) });
    const stream = new EventStream(log, REQUEST);
    const chunks = stream.readable[Symbol.asyncIterator]();
    await chunks.next();
    await delay(50);
    expect(log.read).toBeLessThan(100);
    expect(stream.stuckMs(performance.now())).toBeGreaterThan(0);
    stream.readable.destroy();
  });

  it('says that it is still there when nothing happens', async () => {
    const stream = new EventStream(new Log(0), REQUEST, 1);
    let text = '';
    for await (const chunk of stream.readable) {
      text += String(chunk);
      if (text.includes(': still here\n\n: still here\n\n')) stream.end();
    }
    expect(text).toMatch(/^retry: 3000\n\n(?:: still here\n\n)+$/);
  });

  it('is not stuck while there is nothing to take', async () => {
    const stream = new EventStream(new Log(0), REQUEST);
    const chunks = stream.readable[Symbol.asyncIterator]();
    await chunks.next();
    expect(stream.stuckMs(performance.now() + 60_000)).toBe(0);
    stream.end();
    expect((await chunks.next()).done).toBe(true);
  });

  it('ends when its reader goes', async () => {
    const stream = new EventStream(new Log(0), REQUEST);
    stream.readable.resume();
    stream.readable.destroy();
    await new Promise((resolve) => stream.readable.once('close', resolve));
    expect(stream.readable.destroyed).toBe(true);
  });
});
