import { describe, expect, it } from 'vitest';
import { tokenTerms } from './token-terms.js';

const now = new Date('2026-01-01T00:00:00Z');

describe('tokenTerms', () => {
  it.each([
    [365, '2026-04-01T00:00:00.000Z'],
    [7, '2026-01-08T00:00:00.000Z'],
  ])('lasts for 90 days by itself, with %d days at most', (daysMax, expires) => {
    expect(tokenTerms({}, now, daysMax)).toEqual({ expires: new Date(expires), networks: [] });
  });

  it('takes the end that is requested, up to the last instant that is allowed', () => {
    const last = '2026-01-08T01:00:00+01:00';
    expect(tokenTerms({ expires: last }, now, 7)).toMatchObject({ expires: new Date(last) });
    expect(tokenTerms({ expires: '2026-01-08T00:00:00.001Z' }, now, 7)).toEqual({
      faults: [{ pointer: '#/expires', detail: 'must be at most 7 days from now' }],
    });
  });

  it('refuses an end that is not ahead', () => {
    expect(tokenTerms({ expires: now.toISOString() }, now, 7)).toEqual({
      faults: [{ pointer: '#/expires', detail: 'must lie in the future' }],
    });
  });

  it('keeps each network once, and names every one that is none', () => {
    const networks = ['10.0.0.1/8', '10.0.0.0/8', '::1'];
    expect(tokenTerms({ networks }, now, 7)).toMatchObject({ networks: ['10.0.0.0/8', '::1/128'] });
    expect(tokenTerms({ networks: ['x', '::1', 'y'] }, now, 7)).toMatchObject({
      faults: [{ pointer: '#/networks/0' }, { pointer: '#/networks/2' }],
    });
  });
});
