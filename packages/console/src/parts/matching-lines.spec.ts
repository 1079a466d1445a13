import { describe, expect, it } from 'vitest';
import { matchingLines } from './matching-lines.js';

const TEXT = 'one up\ntwo down\n\nUP and up\nlast';

describe('lines with a word', () => {
  it.each([
    [
      'each once, whatever the case',
      'up',
      [
        [1, 'one up'],
        [4, 'UP and up'],
      ],
    ],
    ['in the middle', 'DOWN', [[2, 'two down']]],
    ['at the end', 'last', [[5, 'last']]],
    ['none', 'absent', []],
    ['none by a pattern', 'u.', []],
  ])('are found %s', (_, word, lines) => {
    expect(matchingLines(TEXT, word, 10)).toEqual(lines);
  });

  it('are no more than asked for', () => {
    expect(matchingLines(TEXT, 'o', 1)).toEqual([[1, 'one up']]);
  });
});
