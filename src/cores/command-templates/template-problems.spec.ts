import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../kernel/json.js';
import { analyticTemplateProblems, commandTemplateProblems } from './template-problems.js';

const pair = (more: JsonObject) => ({
  prepostCommands: [{ preRawCommand: 'a', postRawCommand: 'a', ...more }],
});
const rule = (more: JsonObject) => pair({ rules: [{ type: 'regex', ...more }] });
const severities = (template: JsonObject) =>
  analyticTemplateProblems({ name: 'x', ...template }).map(({ pointer, severity }) => [
    pointer,
    severity,
  ]);

describe('problems of an analytic template', () => {
  it.each<[JsonObject]>([
    [{}],
    [{ prepostCommands: null }],
    [pair({ rules: null })],
    [rule({ preRegex: '/(\\w+)/', postRegex: '<!a!>{2}', evaulator: '%' })],
  ])('are none in %j', (template) => {
    expect(analyticTemplateProblems({ name: 'x', ...template })).toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{ name: ' ' }, '#/name'],
    [{ prepostCommands: {} }, '#/prepostCommands'],
    [{ prepostCommands: [1] }, '#/prepostCommands/0'],
    [pair({ preRawCommand: 1 }), '#/prepostCommands/0/preRawCommand'],
    [pair({ rules: 'x' }), '#/prepostCommands/0/rules'],
    [rule({ preRegex: '(' }), '#/prepostCommands/0/rules/0/preRegex'],
    [rule({ postRegex: '(?i)b' }), '#/prepostCommands/0/rules/0/postRegex'],
    [rule({ preRegex: '((a{99}){99}){99}' }), '#/prepostCommands/0/rules/0/preRegex'],
    [rule({ preRegex: 1 }), '#/prepostCommands/0/rules/0/preRegex'],
  ])('keep it from being stored: %j', (template, pointer) => {
    expect(severities(template)).toEqual([[pointer, 'error']]);
  });

  it.each<[JsonObject, string]>([
    [pair({ postRawCommand: '' }), '#/prepostCommands/0/postRawCommand'],
    [rule({ type: 'other' }), '#/prepostCommands/0/rules/0'],
    [rule({ evaluation: '~' }), '#/prepostCommands/0/rules/0'],
    [rule({ postRegex: '(?<=a)b' }), '#/prepostCommands/0/rules/0/postRegex'],
    [rule({ postRegex: '(a)\\1' }), '#/prepostCommands/0/rules/0/postRegex'],
  ])('are told before they fail a run: %j', (template, pointer) => {
    expect(severities(template)).toEqual([[pointer, 'warning']]);
  });
});

describe('the patterns of an analytic template', () => {
  it('may be as many as are read in no time', () => {
    const rules = Array.from({ length: 100 }, (_, at) => ({
      type: 'regex',
      preRegex: `(a${at})`,
      postRegex: `a{900}b{900}${at}`,
    }));
    const problems = severities(pair({ rules: rules.slice(0, 50) }));
    expect(problems).toEqual([]);
    expect(severities(pair({ rules }))).toContainEqual([
      '#/prepostCommands/0/rules/99/postRegex',
      'error',
    ]);
  });
});

describe('problems of a command template', () => {
  const severitiesOf = (rule: JsonObject) =>
    commandTemplateProblems({ commands: [{ command: 'a', rules: [rule] }] }).map(
      ({ pointer, severity }) => [pointer, severity],
    );

  it.each<[JsonObject, string]>([
    [{ eval: 'RegEx', rule: '(?<=a)b' }, 'rule'],
    [{ eval: '!RegEx', rule: '/(a)\\1/' }, 'rule'],
    [{ eval: 'RegEx', rule: '(?i)<!name!>' }, 'rule'],
    [{ eval: '#comparison', rule: 'plain (', ruleB: '/(?=a)/' }, 'ruleB'],
    [{ eval: 'regex', rule: 'a' }, 'eval'],
  ])('warn of rules that may fail whatever the output: %j', (rule, key) => {
    expect(severitiesOf(rule)).toEqual([[`#/commands/0/rules/0/${key}`, 'warning']]);
  });

  it('are none of what runs in linear time, or is no pattern', () => {
    expect(severitiesOf({ eval: 'RegEx', rule: '/^a<!b!>$/m' })).toEqual([]);
    expect(severitiesOf({ eval: 'contains', rule: '(?<=a)b' })).toEqual([]);
  });

  it('are those of its shape', () => {
    expect(
      commandTemplateProblems({
        commands: [{ command: 1, rules: [{ rule: [], eval: 'contains' }] }, 2],
      }).map(({ pointer }) => pointer),
    ).toEqual(['#/commands/0/command', '#/commands/0/rules/0/rule', '#/commands/1']);
  });
});
