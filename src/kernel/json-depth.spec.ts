import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isDeeperThan } from './json-depth.js';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;
const bytesOf = (text: string): Buffer => Buffer.from(text);

describe('isDeeperThan', () => {
  it('measures any JSON as its parser would', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.nat(9), (text, depthMax) => {
        const isDeeper = depthOf(JSON.parse(text)) > depthMax;
        expect(isDeeperThan(bytesOf(text), depthMax)).toBe(isDeeper);
      }),
    );
  });

  it('overlooks brackets in strings of any length, whatever is escaped in them', () => {
    const part = fc.constantFrom('[', '\\\\', '\\"', 'x'.repeat(70), '\\n');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = `["${parts.join('')}",[]]`;
        expect(isDeeperThan(bytesOf(text), 2)).toBe(false);
        expect(isDeeperThan(bytesOf(text), 1)).toBe(true);
      }),
    );
  });

  it('overlooks brackets in strings, escaped quotes included', () => {
    expect(isDeeperThan(bytesOf('["[[[\\"[[["]'), 1)).toBe(false);
  });

  it('ends at a string that never ends', () => {
    expect(isDeeperThan(bytesOf('["[[[[[\\'), 1)).toBe(false);
  });

  it('stops at the first level too many', () => {
    expect(isDeeperThan(Buffer.alloc(1_000_000, 0x5b), 100)).toBe(true);
  });
});
