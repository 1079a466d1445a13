import { describe, expect, it } from 'vitest';
import { matchesNone } from './entity-tag.js';

describe('matchesNone', () => {
  it.each([['"7"'], ['W/"7"'], ['"6", "7"'], ['*'], [' * '], ['W/"1",W/"7"']])(
    'takes a copy under %s as good',
    (header) => {
      expect(matchesNone(header, '"7"')).toBe(true);
    },
  );

  it.each([['"70"'], ['7'], ['"6"'], ['']])('takes a copy under %j as outdated', (header) => {
    expect(matchesNone(header, '"7"')).toBe(false);
  });
});
