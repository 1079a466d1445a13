import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { packJson, unpackJson } from './packed-json.js';

describe('packed JSON', () => {
  it('comes back as it was, whatever its size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.nat(200_000), async (value, length) => {
        const text = JSON.stringify([value, 'ü'.repeat(length)]);
        expect((await unpackJson(await packJson(text))).toString()).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  it('is much smaller where documents repeat themselves', async () => {
    const text = JSON.stringify(Array.from({ length: 200 }, (_, at) => ({ name: `task ${at}` })));
    expect((await packJson(text)).length).toBeLessThan(text.length / 5);
  });

  it.each([
    ['nothing', ''],
    ['something else', 'no gzip at all'],
  ])('is not %s', async (_, bytes) => {
    await expect(unpackJson(Buffer.from(bytes))).rejects.toThrow();
  });
});
