import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { linesOf } from './lines-of.js';

async function* chunked(text: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])];
  places.sort((a, b) => a - b);
  for (const [index, from] of places.entries()) {
    yield await Promise.resolve(text.subarray(from, places[index + 1] ?? text.length));
  }
}

async function collect(text: string, cuts: readonly number[], limit = 1000): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(chunked(Buffer.from(text), cuts), limit)) {
    lines.push(line.toString());
  }
  return lines;
}

describe('linesOf', () => {
  const line = fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !text.includes('\n'));

  it('finds the lines again, wherever the stream was cut', () => {
    const cases = fc.tuple(fc.array(line), fc.array(fc.nat(500)));
    return fc.assert(
      fc.asyncProperty(cases, async ([lines, cuts]) => {
        const text = lines.map((each) => `${each}\n`).join('');
        // Lone surrogates become the replacement character in any text file.
        expect(await collect(text, cuts)).toEqual(
          lines.map((each) => Buffer.from(each).toString()),
        );
      }),
    );
  });

  it('refuses a line beyond the limit before it has all of it', async () => {
    await expect(collect('x'.repeat(50), [10, 20, 30], 25)).rejects.toThrow(
      'a line is longer than 25 bytes',
    );
  });

  it('refuses a last line without an end: the file was cut off', async () => {
    await expect(collect('{"a":1}\n{"a"', [])).rejects.toThrow('its last line has no end');
  });
});
