import { describe, expect, it } from 'vitest';
import { fieldsNow, shownValue, typedValue } from './form-fields.js';
import { fieldsOf } from './schema-fields.js';

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

  it('keep the kind of what is chosen from', () => {
    const [speed] = fieldsOf({ properties: { speed: { enum: [10, 100] } } }, { speed: 100 });
    expect(speed && [shownValue('choice', speed.initial), typedValue(speed, '10')]).toEqual([
      ...['100', 10],
    ]);
  });
});

describe('fields that depend on others', () => {
  const namesOf = (schema: object, typed: object): readonly string[] =>
    fieldsOf(schema, {}, { ...typed }).map(({ name, isRequired }) =>
      isRequired === true ? `${name}!` : name,
    );
  const pay = { type: 'string', enum: ['cash', 'card'] };
  const card = {
    properties: { pay: { enum: ['card'] }, number: { enum: [1, 2] } },
    required: ['number'],
  };

  it.each([
    ['dependencies of a schema', { dependencies: { pay: { oneOf: [{ ...card }] } } }],
    ['dependent schemas', { dependentSchemas: { pay: { oneOf: [{ ...card }] } } }],
    ['alternatives', { oneOf: [{ ...card }], required: [] }],
    [
      'conditions',
      { if: { properties: { pay: { const: 'card' } }, required: ['pay'] }, then: card },
    ],
    ['parts', { allOf: [{ oneOf: [{ ...card }] }] }],
  ])('are shown by %s', (_, more) => {
    const schema = { properties: { pay }, ...more };
    expect(namesOf(schema, { pay: 'cash' })).toEqual(['pay']);
    expect(namesOf(schema, { pay: 'card' })).toEqual(['pay', 'number!']);
    // What is chosen among stays as it was.
    expect(fieldsOf(schema, {}, { pay: 'card' })[0]?.choices).toEqual(['cash', 'card']);
  });

  it('are needed because others are given', () => {
    const schema = { properties: { a: {}, b: {}, c: {} } };
    const both = { dependencies: { a: ['b'] }, dependentRequired: { b: ['c'] } };
    expect(namesOf({ ...schema, ...both }, {})).toEqual(['a', 'b', 'c']);
    expect(namesOf({ ...schema, ...both }, { a: '1' })).toEqual(['a', 'b!', 'c']);
    expect(namesOf({ ...schema, ...both }, { b: false })).toEqual(['a', 'b', 'c!']);
  });

  it('bring others along', () => {
    const last = { properties: { c: {} } };
    const next = { properties: { b: {} }, dependencies: { b: last } };
    const schema = { properties: { a: {} }, dependencies: { a: next } };
    const texts: Record<string, string> = { a: '1', b: '2' };
    const shown = fieldsNow(
      (typed) => fieldsOf(schema, {}, typed),
      ({ name }) => texts[name] ?? '',
    );
    expect(shown.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('are none of a schema that holds itself', () => {
    const schema: { properties: object; allOf: unknown[] } = { properties: { a: {} }, allOf: [] };
    schema.allOf.push(schema);
    expect(namesOf(schema, {})).toEqual(['a']);
  });
});
