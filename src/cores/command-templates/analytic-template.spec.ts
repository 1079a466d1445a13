import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type AnalyticRun, runAnalyticTemplate } from './analytic-template.js';
import { finish } from './work.js';

const COMMAND = 'show version';

type Given = Partial<AnalyticRun>;

/** A template of one pair with these rules, run on one output before and one after. */
function run(rules: readonly JsonObject[], pre: string, post: string, more: Given = {}) {
  const pair = { preRawCommand: COMMAND, postRawCommand: COMMAND, rules: [...rules] };
  return runTemplate({
    template: { name: 't', prepostCommands: [pair] },
    pre: [{ raw: COMMAND, response: pre }],
    post: [{ raw: COMMAND, response: post }],
    ...more,
  });
}

interface Shown extends JsonObject {
  result: boolean;
  prepostCommands: (JsonObject & { result: boolean; rules: JsonObject[]; devices: JsonObject[] })[];
}

function runTemplate(given: Given): Shown {
  const outcome = finish(
    runAnalyticTemplate({ template: {}, pre: [], post: [], variables: {}, ...given }),
  );
  if (outcome.kind !== 'judged') throw new Error(JSON.stringify(outcome));
  return outcome.template as Shown;
}

const pairOf = (shown: Shown) => shown.prepostCommands[0] ?? { result: false, rules: [] };
const ruleOf = (shown: Shown) => pairOf(shown).rules[0] ?? {};

describe('a rule that matches', () => {
  it.each<[string, JsonObject, [string, string], boolean]>([
    ['equal responses without patterns', {}, ['a  \nb', 'a\nb'], true],
    ['different responses', {}, ['a', 'b'], false],
    ['responses in any case', { flags: { case: true } }, ['UP', 'up'], true],
    ['both patterns', { preRegex: 'a', postRegex: 'b' }, ['xa', 'bx'], true],
    ['one pattern only', { preRegex: 'a', postRegex: 'b' }, ['xa', 'x'], false],
    ['equal groups', { preRegex: 'is (\\w+)', postRegex: 'is (\\w+)' }, ['is up', 'is up'], true],
    [
      'other groups',
      { preRegex: 'is (\\w+)', postRegex: 'is (\\w+)' },
      ['is up', 'is down'],
      false,
    ],
    [
      'whole matches where an evaluation is given',
      { preRegex: '\\d+', postRegex: '\\d+', evaulator: '<' },
      ['5', '10'],
      true,
    ],
    ['a slashed pattern', { preRegex: '/A/i', postRegex: '/^b$/m' }, ['a', 'x\nb'], true],
    [
      'line ends by flag',
      { preRegex: '^b', postRegex: '', flags: { multiline: true } },
      ['a\nb', ''],
      true,
    ],
  ])('%s', (_, rule, [pre, post], passed) => {
    expect(run([{ type: 'matches', ...rule }], pre, post).result).toBe(passed);
    expect(run([{ type: '!matches', ...rule }], pre, post).result).toBe(!passed);
  });
});

describe('a rule that compares', () => {
  const judged = (evaluation: string, pre: string, post: string, more: JsonObject = {}) =>
    ruleOf(
      run(
        [{ type: 'regex', preRegex: 'v(\\S+)', postRegex: 'v(\\S+)', evaluation, ...more }],
        pre,
        post,
      ),
    );

  it.each<[string, string, string, boolean]>([
    ['=', 'v1.0', 'v1', true],
    ['=', 'vx', 'vX', false],
    ['!=', 'v1', 'v2', true],
    ['<', 'v9', 'v10', true],
    ['<', 'vb', 'va', false],
    ['>', 'v10', 'v9', true],
    ['<=', 'v10', 'v10', true],
    ['>=', 'v1e3', 'v999', true],
    ['=', 'v18446744073709551615', 'v18446744073709551614', false],
    ['%', 'v0', 'v0', true],
    ['%', 'v0', 'v1', false],
  ])('%s: %s, %s', (evaluation, pre, post, passed) => {
    expect(judged(evaluation, pre, post)).toMatchObject({ result: passed, evaluation });
  });

  it('tolerates as many percent as it says, in both directions', () => {
    const within = (post: string) => judged('%', 'v200', post, { percentage: 10 })['result'];
    expect(['v180', 'v220', 'v179', 'v221'].map(within)).toEqual([true, true, false, false]);
  });

  it('shows what was compared', () => {
    expect(judged('=', 'at v1', 'at v2')).toMatchObject({ preElm: '1', postElm: '2' });
  });

  it('fails where percent of text are asked for', () => {
    expect(judged('%', 'va', 'vb')).toMatchObject({
      result: false,
      error: 'what was found is no number on both sides',
    });
  });

  it('says on which side nothing was found', () => {
    expect(judged('=', 'v1', 'nothing')).toMatchObject({
      result: false,
      preElm: '1',
      postElm: null,
      error: 'postRegex: it found nothing in the output after the change',
    });
  });

  it('takes smaller for greater when before and after are swapped', () => {
    const value = fc.oneof(fc.integer().map(String), fc.stringMatching(/^[a-zA-Z0-9.-]{1,8}$/));
    const twins = fc.constantFrom(['<', '>'], ['<=', '>='], ['=', '='], ['!=', '!=']);
    fc.assert(
      fc.property(value, value, twins, (a, b, [one = '', other = '']) => {
        expect(judged(one, `v${a}`, `v${b}`)['result']).toBe(
          judged(other, `v${b}`, `v${a}`)['result'],
        );
      }),
    );
  });
});

describe('a rule for tables', () => {
  const TABLE = { type: 'table', preRegex: '(\\w+) is (\\w+)', postRegex: '(\\w+) is (\\w+)' };

  it('passes where all rows are the same, in any order', () => {
    const shown = run([TABLE], 'a is up\nb is down', 'b is down\na is up');
    expect(ruleOf(shown)).toMatchObject({
      result: true,
      rows: { same: 2, changed: 0, added: 0, removed: 0 },
    });
  });

  it('lists rows of one side and rows with another value', () => {
    const rule = ruleOf(run([TABLE], 'a is up\nb is up\nc is up', 'b is down\nc is up\nd is up'));
    expect(rule).toMatchObject({
      result: false,
      added: ['d'],
      removed: ['a'],
      changed: [{ key: 'b', pre: 'up', post: 'down' }],
    });
  });

  it.each<[JsonObject, boolean]>([
    [{}, false],
    [{ allowAdded: true }, false],
    [{ allowRemoved: true }, false],
    [{ allowAdded: true, allowRemoved: true }, true],
  ])('lets rows come and go where it says so: %j', (allowed, passed) => {
    const shown = run([{ ...TABLE, ...allowed }], 'a is up\nc is up', 'b is up\nc is up');
    expect(shown.result).toBe(passed);
  });

  it('compares values as it says', () => {
    const counters = { ...TABLE, evaluation: '<=' };
    expect(run([counters], 'a is 5', 'a is 7').result).toBe(true);
    expect(run([counters], 'a is 7', 'a is 5').result).toBe(false);
  });

  it('compares rows of the same key in their order', () => {
    expect(run([TABLE], 'a is up\na is down', 'a is up\na is down').result).toBe(true);
    expect(run([TABLE], 'a is up\na is down', 'a is down\na is up').result).toBe(false);
    expect(ruleOf(run([TABLE], 'a is up\na is up', 'a is up'))).toMatchObject({ removed: ['a'] });
  });

  it('takes lines for rows where it has no pattern', () => {
    const lines = { type: 'table', allowAdded: true };
    expect(run([lines], 'a\n\nb', 'b \na\nc').result).toBe(true);
    expect(run([lines], 'a\nb\n', 'b').result).toBe(false);
  });

  it('passes for two empty tables', () => {
    expect(run([TABLE], '', '').result).toBe(true);
  });
});

describe('verdicts together', () => {
  const PASS = { type: 'matches', preRegex: 'a', postRegex: 'a' };
  const FAIL = { type: 'matches', preRegex: 'z', postRegex: 'z' };
  const pair = (rules: JsonObject[], passRule: boolean) => ({
    preRawCommand: COMMAND,
    postRawCommand: COMMAND,
    rules,
    passRule,
  });
  const together = (template: JsonObject) =>
    runTemplate({
      template,
      pre: [{ raw: COMMAND, response: 'a' }],
      post: [{ evaluated: COMMAND, response: 'a' }],
    });

  it.each<[string, JsonObject[], boolean, boolean]>([
    ['all must pass', [PASS, FAIL], true, false],
    ['one must pass', [PASS, FAIL], false, true],
    ['none passes', [FAIL, FAIL], false, false],
    ['there is none', [], true, true],
    ['there is none, and one must pass', [], false, true],
  ])('of rules: %s', (_, rules, passRule, passed) => {
    expect(together({ prepostCommands: [pair(rules, passRule)] }).result).toBe(passed);
  });

  it.each<[boolean, boolean]>([
    [true, false],
    [false, true],
  ])('of pairs, where passRule is %s', (passRule, passed) => {
    const prepostCommands = [pair([PASS], true), pair([FAIL], true)];
    expect(together({ passRule, prepostCommands }).result).toBe(passed);
  });

  it.each(['warning', 'warn', 'info', 'error'])('with warnings ignored: %s', (severity) => {
    const template = {
      ignoreWarnings: true,
      prepostCommands: [pair([{ ...FAIL, severity }], true)],
    };
    const shown = together(template);
    expect(shown.result).toBe(severity !== 'error');
    expect(ruleOf(shown)).toMatchObject({ result: false });
    expect(together({ ...template, ignoreWarnings: false }).result).toBe(false);
  });

  it.each<[string, JsonObject, string]>([
    ['an unknown type', { type: 'tables' }, 'type must be one of matches, !matches, regex, table'],
    [
      'an unknown evaluation',
      { type: 'regex', evaluation: '~' },
      'evaluation must be one of = != < > <= >= %',
    ],
    ['a pattern that cannot run', { type: '!matches', preRegex: '(?i)a' }, 'preRegex: '],
  ])('fail a rule with %s, and say why', (_, rule, error) => {
    const shown = ruleOf(together({ prepostCommands: [pair([rule], true)] }));
    expect(shown['result']).toBe(false);
    expect(shown['error']).toContain(error);
  });

  it('keep everything else of the template as it is', () => {
    const given = {
      name: 'x',
      other: { deep: [1] },
      prepostCommands: [{ ...pair([], true), mine: 1 }],
    };
    expect(together(given)).toMatchObject({
      name: 'x',
      other: { deep: [1] },
      prepostCommands: [{ mine: 1, result: true }],
    });
  });
});

describe('outputs', () => {
  const RULE = { type: 'matches' };
  const TEMPLATE = {
    prepostCommands: [{ preRawCommand: COMMAND, postRawCommand: 'show <!what!>', rules: [RULE] }],
  };
  const out = (device: string | undefined, response: string, command = COMMAND) => ({
    raw: command,
    ...(device !== undefined && { device }),
    response,
  });
  const judged = (pre: JsonObject[], post: JsonObject[]) =>
    pairOf(runTemplate({ template: TEMPLATE, pre, post, variables: { what: 'version' } }));

  it('are found by their command as it was run, or as it was written', () => {
    expect(
      judged([{ raw: 'x', evaluated: COMMAND, response: 'a' }], [out(undefined, 'a')]),
    ).toMatchObject({
      result: true,
    });
  });

  it('are compared device by device', () => {
    const pair = judged([out('b', '1'), out('a', '1')], [out('a', '1'), out('b', '2')]);
    expect(pair).toMatchObject({
      result: false,
      devices: [
        { device: 'a', result: true },
        { device: 'b', result: false },
      ],
      rules: [{ result: false }],
      preCommandResHTML: null,
    });
  });

  it('that are missing fail their pair on their device alone', () => {
    const pair = judged([out('a', '1'), out('b', '1')], [out('a', '1')]);
    const error = "no output of command 'show version' after the change on device 'b'";
    expect(pair).toMatchObject({
      result: false,
      error,
      devices: [{ result: true }, { result: false, error }],
    });
  });

  it('that are there several times fail their pair', () => {
    expect(judged([out(undefined, '1'), out(undefined, '1')], [out(undefined, '1')])).toMatchObject(
      {
        result: false,
        error: "several outputs of command 'show version' before the change",
        preCommandResHTML: null,
      },
    );
  });

  it('of another pair are judged in spite of it', () => {
    const first = TEMPLATE.prepostCommands[0];
    const shown = runTemplate({
      template: { prepostCommands: [{ ...first, preRawCommand: 'absent' }, first ?? {}] },
      pre: [out(undefined, '1')],
      post: [out(undefined, '1')],
      variables: { what: 'version' },
    });
    expect(shown.prepostCommands.map(({ result }) => result)).toEqual([false, true]);
  });

  it('lead to the same verdict in any order', () => {
    const output = fc.record({
      raw: fc.constantFrom(COMMAND, 'show clock'),
      device: fc.constantFrom('a', 'b', null),
      response: fc.constantFrom('1', '2'),
    });
    const outputs = fc.uniqueArray(output, {
      selector: (one) => `${one.raw}${String(one.device)}`,
    });
    const shuffled = outputs.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, shuffled, ([pre, otherPre], [post, otherPost]) => {
        expect(judged(otherPre, otherPost)).toEqual(judged(pre, post));
      }),
    );
  });
});

describe('variables', () => {
  const TEMPLATE = {
    prepostCommands: [
      {
        preRawCommand: 'show <!what!>',
        postRawCommand: 'show <!what!>',
        rules: [{ type: 'matches', preRegex: '^<!text!>$', postRegex: '^<!text!>$' }],
      },
    ],
  };
  const output = (command: string, response: string) => [{ evaluated: command, response }];

  it('stand for themselves in patterns, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const shown = runTemplate({
          template: TEMPLATE,
          pre: output('show it', text),
          post: output('show it', text),
          variables: { what: 'it', text },
        });
        expect(shown.result).toBe(true);
      }),
    );
  });

  it('that are missing are all named with their places', () => {
    const outcome = finish(
      runAnalyticTemplate({ template: TEMPLATE, pre: [], post: [], variables: { what: [] } }),
    );
    expect(outcome).toEqual({
      kind: 'missing',
      missing: [
        ...['preRawCommand', 'postRawCommand'].map((key) => ({
          name: 'what',
          detail: 'must be text, a number or true or false',
          usedAt: ['prepostCommands', 0, key],
        })),
        ...['preRegex', 'postRegex'].map((key) => ({
          name: 'text',
          detail: 'is missing',
          usedAt: ['prepostCommands', 0, 'rules', 0, key],
        })),
      ],
    });
  });
});

describe('any input', () => {
  const json = fc.jsonValue() as fc.Arbitrary<JsonValue>;
  const rule = fc.record(
    {
      type: fc.oneof(fc.constantFrom('matches', '!matches', 'regex', 'table'), json),
      preRegex: fc.oneof(fc.constantFrom('', 'a', '(a)|b', '(a', '/./g', '<!a!>'), json),
      postRegex: fc.oneof(fc.constantFrom('', 'a', '(a)(b)?', '\\', '^$'), json),
      evaluation: fc.oneof(fc.constantFrom('=', '%', '<', ''), json),
      percentage: json,
      flags: json,
      severity: json,
    },
    { requiredKeys: [] },
  );
  const pair = fc.record(
    {
      preRawCommand: fc.oneof(fc.constantFrom('a', '<!a!>'), json),
      postRawCommand: fc.oneof(fc.constant('a'), json),
      passRule: json,
      rules: fc.oneof(fc.array(fc.oneof(rule, json)), json),
    },
    { requiredKeys: [] },
  );
  const template = fc.oneof(
    fc.record({
      passRule: json,
      ignoreWarnings: json,
      prepostCommands: fc.oneof(fc.array(fc.oneof(pair, json)), json),
    }),
    json.filter(isJsonObject),
  );
  const results = fc.array(
    fc.oneof(json, fc.record({ raw: fc.constant('a'), device: json, response: json })),
  );

  it('is answered and never fails otherwise', () => {
    fc.assert(
      fc.property(template, results, results, json, (given, pre, post, variables) => {
        const outcome = finish(
          runAnalyticTemplate({
            template: given,
            pre,
            post,
            variables: isJsonObject(variables) ? variables : { a: 'a' },
          }),
        );
        expect(['judged', 'missing', 'too-many']).toContain(outcome.kind);
      }),
      { numRuns: 500 },
    );
  });

  it('of too many rules and devices is refused', () => {
    const rules = Array.from({ length: 1000 }, () => ({ type: 'matches' }));
    const pre = Array.from({ length: 1000 }, (_, at) => ({ raw: 'a', device: `d${String(at)}` }));
    const outcome = finish(
      runAnalyticTemplate({
        template: { prepostCommands: [{ preRawCommand: 'a', postRawCommand: 'a', rules }] },
        pre,
        post: pre,
        variables: {},
      }),
    );
    expect(outcome.kind).toBe('too-many');
  });

  it('may lack more variables than a call takes arguments', () => {
    const preRawCommand = Array.from({ length: 200_000 }, (_, at) => `<!v${at}!>`).join('');
    const work = runAnalyticTemplate({
      template: { prepostCommands: [{ preRawCommand }] },
      pre: [],
      post: [],
      variables: {},
    });
    const outcome = finish(work);
    expect(outcome.kind === 'missing' && outcome.missing.length).toBe(200_000);
  });

  it('stops before the patterns of every rule are read', () => {
    const rules = Array.from({ length: 10 }, () => ({ type: 'regex', preRegex: 'a{900}' }));
    const work = runAnalyticTemplate({
      template: { prepostCommands: [{ rules }] },
      pre: [],
      post: [],
      variables: {},
    });
    let stops = 0;
    while (!work.next(true).done) stops += 1;
    expect(stops).toBeGreaterThanOrEqual(10);
  });

  it('fails the rules that there is no time for', () => {
    const work = runAnalyticTemplate({
      template: {
        prepostCommands: [
          {
            preRawCommand: COMMAND,
            postRawCommand: COMMAND,
            rules: [{ type: '!matches', preRegex: 'a', postRegex: 'a' }],
          },
        ],
      },
      pre: [{ raw: COMMAND, response: 'a' }],
      post: [{ raw: COMMAND, response: 'a' }],
      variables: {},
    });
    let step = work.next(true);
    while (!step.done) step = work.next(false);
    const outcome = step.value;
    const shown = (outcome.kind === 'judged' ? outcome.template : {}) as Shown;
    expect(ruleOf(shown)).toMatchObject({ result: false, error: 'there was no time left for it' });
    expect(pairOf(shown)).toMatchObject({ preCommandResHTML: 'a' });
  });
});
