import { describe, expect, it } from 'vitest';
import { traceParentOf } from './trace-parent.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const GOOD = `00-${TRACE}-b7ad6b7169203331-01`;

describe('traceParentOf', () => {
  it('is the header of the caller', () => {
    expect(traceParentOf({ traceparent: GOOD })).toBe(GOOD);
  });

  it.each([
    undefined,
    '',
    'anything else',
    GOOD.toUpperCase(),
    `${GOOD}-more`,
    `ff${GOOD.slice(2)}`,
    GOOD.replace(TRACE, '0'.repeat(32)),
    GOOD.replace('b7ad6b7169203331', '0'.repeat(16)),
  ])('is nothing for %s', (traceparent) => {
    expect(traceParentOf(traceparent === undefined ? {} : { traceparent })).toBeUndefined();
  });
});
