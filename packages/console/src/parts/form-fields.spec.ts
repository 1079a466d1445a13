import { describe, expect, it } from 'vitest';
import { type Field, fieldsOf, shownValue, typedValue } from './form-fields.js';

const field = (kind: Field['kind']): Field => ({ name: 'f', label: 'F', kind });

describe('the fields of a schema', () => {
  it('are of the kinds that its members say, with what they begin with', () => {
    const schema = {
      required: ['device'],
      properties: {
        device: { type: 'string', title: 'Device', description: 'Its name' },
        vlan: { type: 'integer', default: 10 },
        mode: { enum: ['access', 'trunk'] },
        dry: { type: 'boolean' },
        key: { type: 'string', format: 'password' },
        ports: { type: 'array' },
      },
    };
    const shown = fieldsOf(schema, { vlan: 20 }).map(({ name, kind, isRequired, initial }) => [
      ...[name, kind, isRequired, initial],
    ]);
    expect(shown).toEqual([
      ['device', 'text', true, undefined],
      ['vlan', 'number', false, 20],
      ['mode', 'choice', false, undefined],
      ['dry', 'flag', false, undefined],
      ['key', 'password', false, undefined],
      ['ports', 'json', false, undefined],
    ]);
    expect(fieldsOf(schema)[0]).toMatchObject({ label: 'Device', help: 'Its name' });
    expect(fieldsOf(schema)[1]).toMatchObject({ label: 'vlan', initial: 10 });
  });

  it('are none for a schema without members', () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ properties: null })).toEqual([]);
  });
});

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
