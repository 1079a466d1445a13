import { describe, expect, it } from 'vitest';
import { formVariables, withDefaults } from './job-variables.js';

const READS_WRAPPER = { type: 'object', properties: { formData: { type: 'object' } } };
const READS_NAME = { type: 'object', properties: { name: { type: 'string' } } };
const answers = { name: 'edge-1' };

describe('formVariables', () => {
  it.each([
    ['each answer, where nothing asks for more', false, READS_NAME, answers],
    ['each answer, where the workflow declares nothing', false, undefined, answers],
    ['one of all answers, under a legacy wrapper', true, READS_NAME, { formData: answers }],
    [
      'one of all answers, where the workflow reads that',
      false,
      READS_WRAPPER,
      { formData: answers },
    ],
  ])('is %s', (_, legacyWrapper, inputSchema, expected) => {
    expect(formVariables(answers, { legacyWrapper, inputSchema })).toEqual(expected);
  });

  it('does not wrap answers that have the variable', () => {
    const given = { formData: { name: 'edge-1' } };
    const rules = { legacyWrapper: false, inputSchema: READS_WRAPPER };
    expect(formVariables(given, rules)).toBe(given);
  });
});

describe('withDefaults', () => {
  it('lets answers stand over defaults', () => {
    expect(withDefaults({ a: 1, b: { c: 1 } }, { b: { d: 2 } })).toEqual({ a: 1, b: { d: 2 } });
    expect(withDefaults(null, answers)).toEqual(answers);
  });
});
