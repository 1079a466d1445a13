import { describe, expect, it } from 'vitest';
import { asksForSecrets, givenOutputs, outputFaults } from './finish-request.js';

describe('givenOutputs', () => {
  it('takes outputs out of the variables of a task that come back whole', () => {
    const variables = { incoming: { x: 1 }, outgoing: { y: 2 }, error: '', decorators: [] };
    expect(givenOutputs(variables)).toEqual({
      outputs: { y: 2 },
      pointer: '#/variables/outgoing',
    });
  });

  it('takes the variables themselves where they are the outputs', () => {
    expect(givenOutputs({ export: {}, error: '' })).toEqual({
      outputs: { export: {} },
      pointer: '#/variables',
    });
  });
});

describe('outputFaults', () => {
  it('names outputs that the task does not have', () => {
    const given = { outputs: { export: 1, 'a/b': 2 }, pointer: '#/variables' };
    expect(outputFaults(given, new Set(['export']))).toEqual([
      { pointer: '#/variables/a~1b', detail: 'is no output of the task' },
    ]);
  });
});

describe('asksForSecrets', () => {
  it('finds fields for passwords, by schema or by widget', () => {
    expect(asksForSecrets({ properties: { a: { items: [{ format: 'password' }] } } })).toBe(true);
    expect(asksForSecrets([{}, { a: { 'ui:widget': 'password' } }])).toBe(true);
    expect(asksForSecrets({ properties: { password: { type: 'string' } } })).toBe(false);
  });
});
