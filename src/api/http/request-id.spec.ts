import { describe, expect, it } from 'vitest';
import { requestIdOf } from './request-id.js';

const idFor = (given: string | undefined): string =>
  requestIdOf({ headers: given === undefined ? {} : { 'x-request-id': given } });

describe('requestIdOf', () => {
  it.each(['a', 'order-66', 'a.b:c_d~e', 'x'.repeat(128)])('keeps %s', (given) => {
    expect(idFor(given)).toBe(given);
  });

  it.each([undefined, '', 'a b', 'a\nb', '"', '<x>', 'ä', 'x'.repeat(129)])(
    'makes a new one in place of %j',
    (given) => {
      expect(idFor(given)).toMatch(/^[0-9a-f-]{36}$/);
      expect(idFor(given)).not.toBe(idFor(given));
    },
  );
});
