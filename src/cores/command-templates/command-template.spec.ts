import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type CommandEvaluation, evaluateCommandTemplate } from './command-template.js';
import { finish } from './work.js';

interface Answer extends JsonObject {
  result: boolean;
  commands_results: (JsonObject & { rules: JsonObject[] })[];
}

function evaluate(given: Partial<CommandEvaluation>): Answer {
  const outcome = finish(
    evaluateCommandTemplate({ template: {}, results: [], variables: {}, ...given }),
  );
  if (outcome.kind !== 'judged') throw new Error(outcome.detail);
  return outcome.answer as Answer;
}

const withRule = (rule: JsonObject, response: string, variables: JsonObject = {}) =>
  evaluate({
    template: { name: 't', commands: [{ command: 'show it', rules: [rule] }] },
    results: [{ command: 'show it', response }],
    variables,
  });

describe('a rule of a command template', () => {
  it.each<[string, JsonObject, string, boolean]>([
    ['contains', { rule: 'up' }, 'is up', true],
    ['contains', { rule: 'UP' }, 'is up', false],
    ['contains', { rule: 'UP', flags: { case: true } }, 'is up', true],
    ['contains', { rule: '' }, 'anything', true],
    ['!contains', { rule: 'down' }, 'is up', true],
    ['!contains', { rule: 'up' }, 'is up', false],
    ['contains1', { rule: 'a' }, 'bab', true],
    ['contains1', { rule: 'a' }, 'aba', false],
    ['contains1', { rule: 'a' }, 'b', false],
    ['RegEx', { rule: '/^b/', flags: { multiline: true } }, 'a\nb', true],
    ['RegEx', { rule: '^b' }, 'a\nb', false],
    ['!RegEx', { rule: 'x+' }, 'abc', true],
    ['RegEx', { rule: '(?<=is )up' }, 'is up', true],
    ['!RegEx', { rule: '(?<!is )up' }, 'is up', true],
    ['RegEx', { rule: '/(.)\\1-<!limit!>/' }, 'aa-7', true],
    ['#comparison', { rule: '/a(\\d+)/', ruleB: '/b(\\d+)/', evaluator: '<' }, 'a9 b10', true],
    ['#comparison', { rule: 'a(\\d+)', ruleB: '10', evaluator: '>=' }, 'a10', true],
    ['#comparison', { rule: '/a(\\d+)/', ruleB: '<!limit!>', evaluator: '=' }, 'a7', true],
    ['#comparison', { rule: 'UP', ruleB: '/is (.*)/' }, 'is up', false],
    ['#comparison', { rule: 'UP', ruleB: '/is (.*)/', flags: { case: true } }, 'is up', true],
    [
      '#comparison',
      { rule: '/a(\\d+)/', ruleB: '/b(\\d+)/', evaluator: '%', percentage: 80 },
      'a100 b80',
      true,
    ],
    [
      '#comparison',
      { rule: '/a(\\d+)/', ruleB: '/b(\\d+)/', evaluator: '%', percentage: 80 },
      'a1000 b801',
      false,
    ],
  ])('%s %j of %j', (evaluation, rule, response, passed) => {
    const answer = withRule({ eval: evaluation, ...rule }, response, { limit: 7 });
    expect(answer.result).toBe(passed);
    const filled = (key: string): JsonObject =>
      typeof rule[key] === 'string' ? { [key]: rule[key].replace('<!limit!>', '7') } : {};
    expect(answer.commands_results[0]?.rules[0]).toEqual({
      ...rule,
      ...filled('rule'),
      ...filled('ruleB'),
      eval: evaluation,
      raw: rule['rule'],
      result: passed,
      ...('ruleB' in rule && { rawB: rule['ruleB'] }),
    });
  });

  it('is shown as it is where it holds no text', () => {
    const rule = { eval: 'contains', rule: 5, ruleB: null };
    expect(withRule(rule, 'a').commands_results[0]?.rules[0]).toEqual({ ...rule, result: true });
  });

  it.each<[JsonObject, string]>([
    [{ eval: 'regex', rule: 'a' }, 'eval must be one of contains, '],
    [{ eval: 'RegEx', rule: '(?i)a' }, 'rule: '],
    [{ eval: 'contains', rule: '<!absent!>' }, "variable 'absent' is missing"],
    [{ eval: '#comparison', rule: '/x(\\d)/', ruleB: '1' }, 'rule: it found nothing in the output'],
    [{ eval: '#comparison', rule: '/(/', ruleB: '1' }, 'rule: '],
    [{ eval: '#comparison', rule: '0', ruleB: '1', evaluator: '%' }, 'nothing can be a share of 0'],
    [{ eval: '#comparison', rule: 'a', ruleB: '1', evaluator: '%' }, 'what was found is no number'],
    [{ eval: '#comparison', rule: '1', ruleB: '1', evaluator: '~' }, 'evaluator must be one of'],
  ])('that cannot be judged fails and says why: %j', (rule, error) => {
    const judged = withRule(rule, 'a').commands_results[0]?.rules[0];
    expect(judged?.['result']).toBe(false);
    expect(judged?.['error']).toContain(error);
  });
});

describe('a command template', () => {
  it('answers what a run of it answers', () => {
    const answer = evaluate({
      template: {
        name: 'Check',
        passRule: true,
        commands: [
          {
            command: 'show <!what!>',
            passRule: false,
            rules: [
              { rule: '<!what!>', eval: 'contains', severity: 'error' },
              { rule: 'x', eval: 'contains', severity: 'warning' },
            ],
          },
        ],
      },
      results: [{ device: 'r1', evaluated: 'show it', response: 'it is' }],
      variables: { what: 'it', other: 1 },
    });
    expect(answer).toEqual({
      name: 'Check',
      all_pass_flag: true,
      result: true,
      commands_results: [
        {
          raw: 'show <!what!>',
          command: 'show it',
          evaluated: 'show it',
          device: 'r1',
          parameters: { what: 'it' },
          all_pass_flag: false,
          response: 'it is',
          result: true,
          rules: [
            { rule: 'it', raw: '<!what!>', eval: 'contains', severity: 'error', result: true },
            { rule: 'x', raw: 'x', eval: 'contains', severity: 'warning', result: false },
          ],
        },
      ],
    });
  });

  it('gives up a pattern that takes too many steps, and says so', () => {
    const rule = { eval: '!RegEx', rule: '(?:a|aa)+(?=b)' };
    const judged = withRule(rule, 'a'.repeat(5000)).commands_results[0]?.rules[0];
    expect(judged).toMatchObject({
      result: false,
      error: expect.stringContaining('too many steps'),
    });
  });

  it('runs once for each element of a list', () => {
    const answer = evaluate({
      template: {
        commands: [{ command: 'show <!port!>', rules: [{ rule: '<!port!>', eval: 'contains' }] }],
      },
      results: [
        { command: 'show 2', response: '2' },
        { command: 'show 1', response: '9' },
      ],
      variables: { port: [1, 2] },
    });
    expect(answer.commands_results.map(({ evaluated, result }) => [evaluated, result])).toEqual([
      ['show 1', false],
      ['show 2', true],
    ]);
    expect(answer.result).toBe(false);
  });

  it.each<[JsonObject, boolean]>([
    [{}, false],
    [{ ignoreWarnings: true }, true],
  ])('skips what lacks a variable, and fails unless it ignores warnings: %j', (more, passed) => {
    const commands = [{ command: 'show <!absent!>', rules: [{ rule: '', eval: 'contains' }] }];
    const answer = evaluate({ template: { commands, ...more }, variables: { absent: [] } });
    expect(answer.result).toBe(passed);
    expect(answer.commands_results).toMatchObject([
      { raw: 'show <!absent!>', skipped: true, error: "variable 'absent' is missing", rules: [] },
    ]);
  });

  it.each<[JsonValue[], string]>([
    [[], "no output of command 'show it'"],
    [[{ command: 'show it' }, { raw: 'show it' }], "several outputs of command 'show it'"],
    [[{ device: 'b', command: 'other' }], "no output of command 'show it' on device 'b'"],
    [[{ command: 'show it', failure: 'no route' }], 'no route'],
  ])('fails commands without one output: %j', (results, error) => {
    const answer = evaluate({ template: { commands: [{ command: 'show it' }] }, results });
    expect(answer.result).toBe(false);
    expect(answer.commands_results[0]).toMatchObject({ result: false, error });
  });

  it.each<[JsonObject, string]>([
    [{}, ''],
    [{ response: null }, ''],
    [{ response: { up: 1 } }, '{"up":1}'],
  ])('reads the output %j as %j', (output, response) => {
    const template = { commands: [{ command: 'a' }] };
    const answer = evaluate({ template, results: [{ command: 'a', ...output }] });
    expect(answer.commands_results[0]).toMatchObject({ response });
  });

  it('lets failed warnings pass where it ignores them', () => {
    const rules = [{ rule: 'x', eval: 'contains', severity: 'warn' }];
    const given = (ignoreWarnings: boolean) =>
      evaluate({
        template: { ignoreWarnings, commands: [{ command: 'a', rules }] },
        results: [{ command: 'a', response: '' }],
      });
    expect([given(true).result, given(false).result]).toEqual([true, false]);
  });

  it('is refused where lists would make it run without end', () => {
    const list = Array.from({ length: 100 }, (_, at) => at);
    const outcome = finish(
      evaluateCommandTemplate({
        template: { commands: [{ command: '<!a!><!b!>' }] },
        results: [],
        variables: { a: list, b: list },
      }),
    );
    expect(outcome.kind).toBe('too-many');
  });

  it('is refused where it names so many variables that their values fill the memory', () => {
    const command = Array.from({ length: 2000 }, (_, at) => `<!v${at}!>`).join(' ');
    const outcome = (values: JsonValue) =>
      finish(
        evaluateCommandTemplate({
          template: { commands: [{ command }] },
          results: [],
          variables: { v0: values },
        }),
      ).kind;
    expect(outcome('one')).toBe('judged');
    expect(outcome(Array<string>(100).fill('x'))).toBe('too-many');
  });

  it('stops before every run and every pattern', () => {
    const rules = Array.from({ length: 5 }, () => ({
      eval: 'RegEx',
      rule: 'a{1000}b{1000}c{1000}',
    }));
    const work = evaluateCommandTemplate({
      template: { commands: [{ command: 'show <!a!>', rules }] },
      results: ['1', '2'].map((name) => ({ command: `show ${name}`, response: 'x' })),
      variables: { a: ['1', '2'] },
    });
    let stops = 0;
    while (!work.next(true).done) stops += 1;
    expect(stops).toBeGreaterThanOrEqual(2 + 2 * 5);
  });

  it('never fails otherwise, whatever the JSON', () => {
    const json = fc.jsonValue() as fc.Arbitrary<JsonValue>;
    const rule = fc.record(
      {
        rule: fc.oneof(fc.constantFrom('a', '(a', '/(a)/', '<!a!>'), json),
        ruleB: fc.oneof(fc.constantFrom('1', '/(.)/'), json),
        eval: fc.oneof(
          fc.constantFrom('contains', 'contains1', 'RegEx', '!RegEx', '#comparison'),
          json,
        ),
        evaluator: fc.oneof(fc.constantFrom('=', '%'), json),
        percentage: json,
        flags: json,
      },
      { requiredKeys: [] },
    );
    const command = fc.record({
      command: fc.oneof(fc.constantFrom('a', '<!a!>'), json),
      passRule: json,
      rules: fc.oneof(fc.array(fc.oneof(rule, json)), json),
    });
    const template = fc.record({ commands: fc.oneof(fc.array(fc.oneof(command, json)), json) });
    const results = fc.array(
      fc.oneof(json, fc.record({ command: fc.constant('a'), device: json, response: json })),
    );
    fc.assert(
      fc.property(template, results, json, (given, outputs, variables) => {
        const answer = evaluate({
          template: given,
          results: outputs,
          variables: isJsonObject(variables) ? variables : { a: variables },
        });
        expect(typeof answer.result).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});
