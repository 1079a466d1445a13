import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  callOccurrence,
  eventOccurrence,
  jobIdOf,
  scheduleOccurrence,
  signatureOccurrence,
} from './job-id.js';

describe('jobIdOf', () => {
  it('is 24 hexadecimal digits of SHA-256, and stays what it is from release to release', () => {
    const occurrence = scheduleOccurrence(new Date('2026-01-05T10:00:00Z'));
    expect(jobIdOf('66d28778b81661e80969fab2', occurrence)).toBe('bdf251f22139157c108ce731');
  });

  it('tells any two occurrences apart, wherever trigger and occurrence are divided', () => {
    const pair = fc.tuple(fc.string(), fc.string());
    fc.assert(
      fc.property(pair, pair, (one, other) => {
        const isSame = one[0] === other[0] && one[1] === other[1];
        expect(jobIdOf(...one) === jobIdOf(...other)).toBe(isSame);
      }),
    );
  });

  it('tells the kinds of occurrences apart', () => {
    const text = '2026-01-05T10:00:00.000Z';
    const kinds = [
      scheduleOccurrence(new Date(text)),
      eventOccurrence(text),
      signatureOccurrence(text),
      callOccurrence({ callerId: 'a', key: text, requestId: 'r' }),
      callOccurrence({ callerId: 'a', key: undefined, requestId: text }),
      callOccurrence({ callerId: 'b', key: text, requestId: 'r' }),
    ];
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  it('knows a call by its key as long as there is one', () => {
    const call = { callerId: 'a', key: 'k' };
    expect(callOccurrence({ ...call, requestId: '1' })).toBe(
      callOccurrence({ ...call, requestId: '2' }),
    );
  });
});
