import { describe, expect, it } from 'vitest';
import { ERROR_WORDS } from '../../../kernel/dialect-words.js';
import { errorText } from './error-text.js';

describe('the text of an error', () => {
  it.each([
    ['it is a text', 'plain', 'plain'],
    ['it has a message', { message: 'no route', code: 7 }, 'no route'],
    ['it has words for people', { displayString: 'shown', source: 'x' }, 'shown'],
    ['it says nothing to people', { code: 7 }, '{"code":7}'],
    ['its message is empty', { message: '', detail: 'more' }, 'more'],
    ['it is no object', [1, null], '[1,null]'],
  ])('is what it says where %s', (_, error, text) => {
    expect(errorText(error)).toBe(text);
  });

  it.each(Object.values(ERROR_WORDS))('lies one level deeper in errors under %s', (wrapper) => {
    expect(errorText({ [wrapper]: { displayString: 'refused' }, icode: 5 })).toBe('refused');
  });
});
