import { describe, expect, it } from 'vitest';
import { type Field, shownValue, typedValue } from './form-fields.js';

const field = (kind: Field['kind']): Field => ({ name: 'f', label: 'F', kind });

describe('what was typed', () => {
  it.each([
    ['text', 'x', 'x'],
    ['number', '1.5', 1.5],
    ['flag', '', false],
    ['flag', 'true', true],
    ['json', '[1]', [1]],
    ['json', '', undefined],
    ['file', '{"a":1}', { a: 1 }],
    ['number', '', undefined],
  ] as const)('into a field of kind %s: %j is %j', (kind, typed, value) => {
    expect(typedValue(field(kind), typed)).toEqual(value);
  });

  it('is refused in words where it cannot be read', () => {
    expect(() => typedValue(field('number'), 'many')).toThrow('This is no number');
    expect(() => typedValue(field('json'), '{a}')).toThrow('This is no JSON');
  });

  it('is shown again as it was', () => {
    expect(shownValue('json', { a: 1 })).toBe('{\n  "a": 1\n}');
    expect(shownValue('text', 5)).toBe('5');
    expect(shownValue('text', null)).toBe('');
  });
});
