import { describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { commandFrame, isOk } from './engine-command.js';

const { BSON } = mongo;

describe('commandFrame', () => {
  it('carries the fields as the driver would write them', () => {
    const fields = { setParameter: 1, text: 'cache_size=256M é', $db: 'admin' };
    const frame = commandFrame(fields);
    expect(frame.readInt32LE(0)).toBe(frame.length);
    expect(frame.readInt32LE(12)).toBe(2013);
    expect(frame.subarray(21).equals(BSON.serialize(fields))).toBe(true);
  });
});

describe('isOk', () => {
  it.each([
    [{ ok: new BSON.Double(1) }, true],
    [{ ok: new BSON.Double(0), errmsg: 'no' }, false],
    [{ errmsg: 'ok' }, false],
  ])('reads %j as %s', (answer, expected) => {
    expect(isOk(Buffer.from(BSON.serialize(answer)))).toBe(expected);
  });
});
