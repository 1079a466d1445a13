import { describe, expect, it } from 'vitest';
import { AppError, conflict, invalidInput, notFound } from './app-error.js';

describe('AppError', () => {
  it('is named by its kind unless a narrower code is given', () => {
    expect(new AppError('forbidden', 'no').code).toBe('forbidden');
    expect(conflict('taken', 'name-taken')).toMatchObject({ kind: 'conflict', code: 'name-taken' });
  });

  it('counts the refused fields and names the first ones', () => {
    const one = invalidInput([{ pointer: '#/limit', detail: 'must be at least 1' }]);
    expect(one.detail).toBe('1 field was refused: #/limit must be at least 1');
    const two = invalidInput([...one.errors, { pointer: '#/skip', detail: 'must be at least 0' }]);
    expect(two.detail).toBe(
      '2 fields were refused: #/limit must be at least 1; #/skip must be at least 0',
    );
    expect(two.errors).toHaveLength(2);
    const many = invalidInput(Array.from({ length: 7 }, () => one.errors).flat());
    expect(many.detail).toMatch(/^7 fields were refused: (#.*; ){5}and 2 more$/);
    const long = invalidInput([{ pointer: '#', detail: 'x'.repeat(5000) }]);
    expect(long.detail).toHaveLength('1 field was refused: '.length + 1001);
  });

  it('says what was not found in one sentence', () => {
    expect(notFound('Integration', 'x').detail).toBe("Integration 'x' not found");
  });
});
