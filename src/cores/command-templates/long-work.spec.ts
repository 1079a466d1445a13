import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../kernel/json.js';
import { takesLong } from './long-work.js';

const withRules = (...rules: JsonObject[]): JsonObject => ({
  commands: [{ command: 'show version', rules }],
});
const output = (length: number): JsonObject => ({
  command: 'show version',
  response: 'x'.repeat(length),
});
const RULE = { rule: 'Version (\\d+)', eval: 'RegEx' };
const unknownRules = Array.from({ length: 200 }, () => ({ rule: 'a', eval: 'none' }));

describe('takesLong', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject[]]>([
    ['a common rule on a common output', withRules(RULE), {}, [output(5000), output(5000)]],
    ['no outputs', withRules(RULE), {}, []],
  ])('says no of %s', (_, template, variables, outputs) => {
    expect(takesLong(template, variables, outputs)).toBe(false);
  });

  it.each<[string, JsonObject, JsonObject, JsonObject[]]>([
    ['long outputs', withRules(), {}, [output(200_000), output(100_000)]],
    ['many outputs', withRules(), {}, Array.from({ length: 300_000 }, () => ({}))],
    ['a large pattern', withRules({ rule: '[ab]{1000}', eval: 'RegEx' }), {}, [output(5000)]],
    [
      'a pattern that a variable makes large',
      withRules({ rule: '<!a!>b', eval: 'RegEx' }),
      { a: 'x'.repeat(4000) },
      [output(1000)],
    ],
    ['many patterns', withRules(...Array.from({ length: 1000 }, () => RULE)), {}, []],
    ['a pattern that looks around', withRules({ rule: '(?=a)b', eval: 'RegEx' }), {}, []],
    [
      'such a pattern after more faults than are named',
      withRules(...unknownRules, { rule: '(?=a)b', eval: 'RegEx' }),
      {},
      [],
    ],
  ])('says yes of %s', (_, template, variables, outputs) => {
    expect(takesLong(template, variables, outputs)).toBe(true);
  });

  it('looks at analytic templates in the same way', () => {
    const template = { prepostCommands: [{ rules: [{ type: 'regex', preRegex: '[ab]{1000}' }] }] };
    expect(takesLong(template, {}, [output(5000)])).toBe(true);
  });
});
