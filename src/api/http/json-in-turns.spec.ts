import { describe, expect, it } from 'vitest';
import { turnsOfOthers } from '../../../test/support/turns-of-others.js';
import { readInTurns, writtenInTurns } from './json-in-turns.js';

describe('JSON in turns', () => {
  const long = Array.from({ length: 400_000 }, (_, at) => ({ at, name: `item ${at}`, up: true }));

  it('is written and read back while others have their turns', async () => {
    const written = await turnsOfOthers(() => writtenInTurns(long));
    expect(written.turns).toBeGreaterThan(1);
    const read = await turnsOfOthers(() => readInTurns(written.value));
    expect(read.turns).toBeGreaterThan(1);
    expect(read.value).toEqual(long);
  });

  it('is read from texts and from bytes in a larger memory', async () => {
    const value = { a: '😀\ud83d'.repeat(40_000), b: [1] };
    expect(await readInTurns(JSON.stringify(value))).toEqual(value);
    const bytes = Buffer.from(`..${JSON.stringify(value)}`).subarray(2);
    expect(await readInTurns(bytes)).toEqual(value);
  });

  it('is written at once where it is short', async () => {
    const short = { a: [1, undefined], b: undefined, c: 'd' };
    expect(await writtenInTurns(short)).toBe('{"a":[1,null],"c":"d"}');
  });
});
