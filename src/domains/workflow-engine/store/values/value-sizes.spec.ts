import { describe, expect, it } from 'vitest';
import { turnsOfOthers } from '#test/support/turns-of-others.js';
import { bytesOf, textOf, writeAhead } from './value-sizes.js';

describe('the text of a large value', () => {
  const records = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ at, name: `é ${at}` }));

  it('is written ahead while others have their turn, and once', async () => {
    const value = records(200_000);
    const { turns } = await turnsOfOthers(() => writeAhead(value));
    expect(turns).toBeGreaterThan(1);
    value.length = 0; // what is written already does not notice
    expect(textOf(value)).toContain('{"at":199999,');
    expect(bytesOf({ kind: 'here', value })).toBe(Buffer.byteLength(textOf(value)));
  });

  it('of a small one is written when it is asked for', async () => {
    const value = records(2);
    await writeAhead(value);
    await writeAhead('text');
    expect(textOf(value)).toBe(JSON.stringify(value));
    expect(bytesOf({ kind: 'here', value: 'é' })).toBe(4);
  });
});
