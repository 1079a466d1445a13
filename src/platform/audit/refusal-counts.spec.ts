import { describe, expect, it } from 'vitest';
import { type Refusal, RefusalCounts } from './refusal-counts.js';

const START = Date.parse('2026-01-01T00:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1000);

const refusal = (overrides: Partial<Refusal> = {}): Refusal => ({
  reason: 'unauthenticated',
  address: '192.0.2.1',
  userAgent: 'curl',
  name: 'ada',
  credential: 'password',
  requestId: 'r',
  operation: 'login',
  ...overrides,
});

describe('RefusalCounts', () => {
  it('tells the first of a kind at once and counts the others of its minute', () => {
    const counts = new RefusalCounts();
    expect(counts.add(refusal(), at(0))).toMatchObject({ count: 1, first: at(0), last: at(0) });
    expect(counts.add(refusal({ requestId: 'other' }), at(5))).toBeNull();
    expect(counts.add(refusal(), at(9))).toBeNull();
    expect(counts.take(at(59))).toEqual([]);
    expect(counts.take(at(60))).toEqual([
      { reason: 'unauthenticated', refusal: refusal(), count: 2, first: at(5), last: at(9) },
    ]);
    expect(counts.take(at(120))).toEqual([]);
  });

  it.each([
    ['address', { address: '192.0.2.2' }],
    ['name', { name: 'bob' }],
    ['reason', { reason: 'too-many-attempts' }],
    ['credential', { credential: 'basic' }],
  ])('tells refusals of another %s apart', (_, other) => {
    const counts = new RefusalCounts();
    counts.add(refusal(), at(0));
    expect(counts.add(refusal(other), at(0))).not.toBeNull();
  });

  it('begins anew in the next minute', () => {
    const counts = new RefusalCounts();
    counts.add(refusal(), at(0));
    counts.take(at(61));
    expect(counts.add(refusal(), at(61))).not.toBeNull();
  });

  it('counts every one of a flood and keeps few', () => {
    const counts = new RefusalCounts();
    let told = 0;
    for (let number = 0; number < 50_000; number += 1) {
      if (counts.add(refusal({ address: `a${String(number)}` }), at(1))) told += 1;
    }
    const taken = counts.take(at(100));
    expect(told).toBe(1000);
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({ refusal: null, count: 49_000 });
  });

  it('tells a hundred names of one address apart, and leaves room for others', () => {
    const counts = new RefusalCounts();
    let told = 0;
    for (let number = 0; number < 5000; number += 1) {
      if (counts.add(refusal({ name: `n${String(number)}` }), at(1))) told += 1;
    }
    // The hundred, and the first of the others.
    expect(told).toBe(101);
    expect(counts.add(refusal({ address: '192.0.2.2' }), at(1))).not.toBeNull();
    expect(counts.take(at(100))).toEqual([
      expect.objectContaining({
        count: 4899,
        refusal: expect.objectContaining({ address: '192.0.2.1', name: null, requestId: '' }),
      }),
    ]);
    expect(counts.add(refusal({ name: 'n4999' }), at(101))?.refusal?.name).toBe('n4999');
  });

  it('gives out everything when asked to, also when the clock was set back', () => {
    const counts = new RefusalCounts();
    counts.add(refusal(), at(100));
    counts.add(refusal(), at(100));
    expect(counts.take(at(101), true)).toHaveLength(1);
    counts.add(refusal(), at(100));
    counts.add(refusal(), at(100));
    expect(counts.take(at(50))).toHaveLength(1);
  });
});
