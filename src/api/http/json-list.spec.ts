import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { streamedList } from './json-list.js';

const FRAME = { open: '{"all":[', close: ']}' };

async function* numbers(count: number, end?: () => void): AsyncGenerator<object> {
  try {
    for (let at = 0; at < count; at += 1) yield await Promise.resolve({ at });
  } finally {
    end?.();
  }
}

async function chunksOf(items: AsyncIterable<unknown>): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamedList(items, FRAME).getStream()) chunks.push(chunk as Buffer);
  return chunks;
}

describe('a streamed list', () => {
  it.each([0, 1, 2, 20_000])('of %d is the JSON of all of them', async (count) => {
    const text = Buffer.concat(await chunksOf(numbers(count))).toString();
    expect(JSON.parse(text)).toEqual({ all: Array.from({ length: count }, (_, at) => ({ at })) });
  });

  it('begins with a small piece, and goes on in larger ones up to a limit', async () => {
    const lengths = (await chunksOf(numbers(50_000))).map(({ length }) => length);
    const wanted = [4, 8, 16, 32, ...lengths.slice(4, -1).map(() => 64)].map((kib) => kib * 1024);
    expect(lengths.length).toBeGreaterThan(8);
    // A piece ends behind the item that makes it long enough.
    const beyond = lengths.slice(0, -1).map((length, at) => length - (wanted[at] ?? 0));
    expect(Math.min(...beyond)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...beyond)).toBeLessThan(20);
  });

  it('breaks off where its source does, and never ends as if it were whole', async () => {
    const broken = async function* (): AsyncGenerator<object> {
      yield* numbers(20_000);
      throw new Error('the source broke off');
    };
    const seen: Buffer[] = [];
    const read = async () => {
      for await (const chunk of streamedList(broken(), FRAME).getStream())
        seen.push(chunk as Buffer);
    };
    await expect(read()).rejects.toThrow('the source broke off');
    expect(seen.length).toBeGreaterThan(0);
    expect(Buffer.concat(seen).toString().endsWith(FRAME.close)).toBe(false);
  });

  it('tells its source to end when nobody reads on', async () => {
    let end: (value: boolean) => void = () => undefined;
    const ended = new Promise<boolean>((resolve) => (end = resolve));
    const endless = numbers(Infinity, () => {
      end(true);
    });
    const stream = streamedList(endless, FRAME).getStream();
    await once(stream, 'readable');
    stream.destroy();
    await expect(ended).resolves.toBe(true);
  });
});
