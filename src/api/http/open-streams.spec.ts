import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { OpenStreams } from './open-streams.js';

const BOUNDS = { atOnce: 3, perAccount: 2, tooMany: 'Too many' } as const;

/** A stream that takes what is done to it down. */
class Stream {
  readonly readable = new Readable({ read: () => undefined });
  stuckFor = 0;
  isFinished = false;

  readonly wake = () => undefined;
  readonly finish = () => {
    this.isFinished = true;
    this.readable.destroy();
  };
  readonly stuckMs = () => this.stuckFor;
}

const closed = (stream: Stream) =>
  new Promise<void>((resolve) => stream.readable.once('close', resolve));

describe('OpenStreams', () => {
  const setup = () => new OpenStreams<Stream, { readonly account: string }>(BOUNDS);
  const open = (streams: ReturnType<typeof setup>, account: string): Stream => {
    const reader = { account };
    streams.assertRoom(reader);
    const stream = new Stream();
    streams.add(stream, reader);
    return stream;
  };

  it('admits so many of one account, and so many in all', () => {
    const streams = setup();
    open(streams, 'a');
    open(streams, 'a');
    expect(() => open(streams, 'a')).toThrow('Too many');
    open(streams, 'b');
    expect(() => open(streams, 'c')).toThrow('Too many');
    expect(streams.size).toBe(3);
  });

  it('forgets a stream whose reader has gone', async () => {
    const streams = setup();
    const stream = open(streams, 'a');
    stream.readable.destroy();
    await closed(stream);
    expect(streams.size).toBe(0);
  });

  it('cuts readers who do not read, and names them', async () => {
    const streams = setup();
    const slow = open(streams, 'slow');
    open(streams, 'quick');
    slow.stuckFor = 30_000;
    expect(streams.cutStuck()).toEqual([{ account: 'slow' }]);
    await closed(slow);
    expect(streams.size).toBe(1);
  });

  it('ends the streams of those who may not read any more', async () => {
    const streams = setup();
    const [one, other] = [open(streams, 'a'), open(streams, 'b')];
    await streams.endUnless(({ reader }) => Promise.resolve(reader.account === 'a'));
    expect([one.isFinished, other.isFinished]).toEqual([false, true]);
  });

  it('ends all when it is closed, and admits nobody any more', () => {
    const streams = setup();
    const stream = open(streams, 'a');
    streams.close();
    expect(stream.isFinished).toBe(true);
    expect(() => open(streams, 'b')).toThrow('stopping');
  });
});
