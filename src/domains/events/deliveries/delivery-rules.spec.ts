import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  ATTEMPTS_MAX,
  deliverySignature,
  isWanted,
  pauseMs,
  retryDelayMs,
} from './delivery-rules.js';

const names = fc.constantFrom('a', 'b', 'c');
const events = fc.record({ source: names, topic: names });
const filters = fc.array(
  fc.record({
    source: fc.option(names, { nil: undefined }),
    topic: fc.option(names, { nil: undefined }),
  }),
);

describe('isWanted', () => {
  it('wants everything without a filter', () => {
    fc.assert(
      fc.property(events, (event) => {
        expect(isWanted([], event)).toBe(true);
        expect(isWanted([{}], event)).toBe(true);
      }),
    );
  });

  it('wants what any of the filters describes, and nothing else', () => {
    fc.assert(
      fc.property(filters, events, (given, event) => {
        const described = given.filter(
          ({ source = event.source, topic = event.topic }) =>
            source === event.source && topic === event.topic,
        );
        expect(isWanted(given, event)).toBe(given.length === 0 || described.length > 0);
      }),
    );
  });

  it('wants more with a further filter, never less', () => {
    fc.assert(
      fc.property(filters, filters, events, (given, more, event) => {
        fc.pre(given.length > 0);
        expect(isWanted(given, event) && !isWanted([...given, ...more], event)).toBe(false);
      }),
    );
  });
});

describe('retryDelayMs', () => {
  it('waits longer each time, spread by a fifth, and ends', () => {
    const delays = Array.from({ length: ATTEMPTS_MAX }, (_, at) => retryDelayMs(at + 1, 0.5));
    expect(delays.at(-1)).toBeUndefined();
    expect(delays.slice(0, 4)).toEqual([5000, 15_000, 45_000, 135_000]);
    expect(delays.at(-2)).toBe(4 * 60 * 60_000);
    expect(retryDelayMs(1, 0)).toBe(4000);
    expect(retryDelayMs(1, 0.999999)).toBe(6000);
  });
});

describe('pauseMs', () => {
  it('grows with each failure up to five minutes', () => {
    expect([1, 2, 3, 9, 10, 1e9].map(pauseMs)).toEqual([
      1000, 2000, 4000, 256_000, 300_000, 300_000,
    ]);
  });
});

describe('deliverySignature', () => {
  it('is what a receiver makes of timestamp and body', () => {
    const expected = createHmac('sha256', 'secret').update('17.{"a":1}').digest('hex');
    expect(deliverySignature('secret', 17, '{"a":1}')).toBe(`v1=${expected}`);
  });
});
