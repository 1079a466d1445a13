import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { linesOf } from '#cores/differences/text-lines.js';
import { deltaOf, frameAfter, keyFrame, linesAfter, linesBrought, pack, unpack } from './frames.js';

const line = fc.oneof(
  fc.constantFrom('a\n', 'b\r\n', '\n', 'no end', '\0\n', '[[1,2]]\n'),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => `${text}\n`),
);
const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join(''));

describe('frames', () => {
  it('bring back any text after any other', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        const lines = linesOf(before);
        const delta = { kind: 'delta' } as const;
        // Line by line: what comes after it counts them.
        expect(linesAfter(delta, deltaOf(before, after), lines)).toEqual(linesOf(after));
        for (const frame of [await frameAfter(before, after), await keyFrame(after)])
          expect(linesAfter(frame, await unpack(frame.bytes), lines)).toEqual(linesOf(after));
      }),
    );
  });

  it('are whole where that is smaller', async () => {
    expect((await frameAfter('a\n'.repeat(50), 'b')).kind).toBe('key');
    const lines = Array.from({ length: 200 }, (_, at) => `line ${String(at * 7919)}\n`);
    expect((await frameAfter(lines.join(''), [...lines, 'more\n'].join(''))).kind).toBe('delta');
  });

  it('tell the lines that they bring', async () => {
    const lines = Array.from({ length: 200 }, (_, at) => `line ${String(at * 7919)}\n`).join('');
    expect(await linesBrought(await frameAfter(lines, `${lines}more\n`))).toBe('more\n');
    expect(await linesBrought(await keyFrame('all\n'))).toBe('all\n');
  });

  it('hold long texts', async () => {
    const long = `${'x'.repeat(3_000_000)}\n`;
    expect(await unpack(await pack(long))).toBe(long);
  });
});
