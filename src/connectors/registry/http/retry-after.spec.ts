import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const NOW_S = NOW.getTime() / 1000;

const pauseS = (status: number, headers: Record<string, string> = {}, text = ''): number | null => {
  const until = retryAfterMs({ status, headers, body: Buffer.from(text) }, NOW);
  return until && (until.getTime() - NOW.getTime()) / 1000;
};

describe('retryAfterMs', () => {
  it.each<[string, number, Record<string, string>, number]>([
    ['seconds of Retry-After', 429, { 'retry-after': '7' }, 7],
    ['a date of Retry-After', 429, { 'retry-after': 'Sun, 01 Mar 2026 12:01:00 GMT' }, 60],
    ['a date that has passed', 429, { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    ['the end of the window', 429, { 'ratelimit-reset': String(NOW_S + 30) }, 30],
    ['no word at all', 429, {}, 60],
    ['nonsense', 429, { 'retry-after': 'soon', 'x-ratelimit-reset': '-4' }, 60],
    ['a year', 429, { 'retry-after': '31536000' }, 86_400],
    [
      'a spent limit',
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_S + 9) },
      9,
    ],
    ['a secondary limit', 403, { 'retry-after': '5', 'x-ratelimit-remaining': '10' }, 5],
    ['maintenance', 503, { 'retry-after': '120' }, 120],
  ])('obeys %s', (_, status, headers, seconds) => {
    expect(pauseS(status, headers)).toBe(seconds);
  });

  it.each<[number, Record<string, string>]>([
    [200, { 'x-ratelimit-remaining': '0' }],
    [403, { 'x-ratelimit-remaining': '12' }],
    [403, {}],
    [503, {}],
    [500, { 'retry-after': '5' }],
  ])('sees no pause in %d with %j', (status, headers) => {
    expect(pauseS(status, headers)).toBeNull();
  });

  it('obeys a secondary limit that only the text tells of', () => {
    const text = '{"message":"You have exceeded a secondary rate limit."}';
    const reset = String(NOW_S + 3000);
    const headers = { 'x-ratelimit-remaining': '4000', 'x-ratelimit-reset': reset };
    expect(pauseS(403, headers, text)).toBe(60);
    expect(pauseS(403, headers)).toBeNull();
  });
});
