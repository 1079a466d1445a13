import { describe, expect, it } from 'vitest';
import { exampleOf, type Schema } from './example-of.js';

const TREE: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string', examples: ['edge-1'] },
    below: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
    all: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
  },
  required: ['name', 'below', 'all'],
};

describe('an example made from a schema', () => {
  it.each<readonly [string, Schema, unknown]>([
    ['its own example', { type: 'string', examples: ['ios'], enum: ['eos'] }, 'ios'],
    ['a member of a closed list', { type: 'string', enum: ['eos', 'ios'] }, 'eos'],
    ['a time', { type: ['string', 'null'], format: 'date-time' }, '2026-01-05T10:00:00.000Z'],
    ['milliseconds', { type: 'integer', maximum: 8_640_000_000_000_000 }, 1_767_607_200_000],
    ['a number within bounds', { type: 'integer', minimum: 5 }, 5],
    ['a map', { type: 'object', additionalProperties: { type: 'boolean' } }, { name: true }],
    ['anything', {}, {}],
  ])('is %s', (_, schema, expected) => {
    expect(exampleOf({}, schema)).toEqual(expected);
  });

  it('makes up no secret', () => {
    const properties = { clientSecret: { type: 'string' }, username: { type: 'string' } };
    const example = exampleOf({}, { type: 'object', properties });
    expect(example).toEqual({ clientSecret: '…', username: 'ada' });
  });

  it('ends where a schema refers to itself', () => {
    const text = JSON.stringify(exampleOf({ Tree: TREE }, TREE));
    expect(text.startsWith('{"name":"edge-1","below":{"name":"edge-1"')).toBe(true);
    expect(text).toContain('"below":null');
    expect(text.length).toBeLessThan(10_000);
  });
});
