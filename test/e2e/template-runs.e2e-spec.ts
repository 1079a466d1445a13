import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { anAnalyticTemplate } from '../support/factories/an-analytic-template.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Problem {
  readonly message: string;
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Judged extends JsonObject {
  result: boolean;
  prepostCommands: (JsonObject & { rules: JsonObject[]; devices?: JsonObject[] })[];
}

const SCRIPT = `<script>alert('up')</script>`;

/** Output of the one command. */
const outputs = (response: string, device?: string) => ({
  commands_results: [{ raw: 'show it', response, ...(device !== undefined && { device }) }],
});

interface CommandsJudged {
  readonly commands_results: readonly { readonly rules: readonly JsonObject[] }[];
}

describe('runs of templates', () => {
  let app: TestApp;
  const admin = <T>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('admin', method, path, options);
  const post = <T>(path: string, body: unknown) => admin<T>('POST', path, { body });
  const create = (template: unknown) => post('/mop/createAnalyticTemplate', { template });
  const createCommand = (mop: unknown) => post('/mop/createTemplate', { mop });
  const run = (name: string, pre: object, after: object, more: object = {}) =>
    post<{ analytic_template_results: Judged } & Problem>('/mop/runAnalyticsTemplateDevices', {
      pre: { pre },
      post: { post: after },
      analytic_template_name: name,
      variables: { what: 'it' },
      ...more,
    });

  beforeAll(async () => {
    app = await startApp('template-runs');
  });
  afterAll(() => app.close());

  describe('that are run', () => {
    const PRE = 'eth0 is up\neth1 is up\nmtu 1500';
    const POST = `eth0 is up\neth2 is down\nmtu 9000 ${SCRIPT}`;
    beforeAll(() => create(anAnalyticTemplate('Run')));

    it('answer the template with a verdict for everything', async () => {
      const { status, json } = await run('Run', outputs(PRE), outputs(POST));
      const judged = json.analytic_template_results;
      expect([status, judged.result]).toEqual([200, false]);
      expect(judged).toMatchObject({ name: 'Run', _id: 'Run', unknown: { kept: [1, null, {}] } });
      const [pair] = judged.prepostCommands;
      expect(pair).toMatchObject({
        preRawCommand: 'show <!what!>',
        result: false,
        rules: [
          { type: 'matches', evaluation: '=', preElm: 'up', postElm: 'up', result: true },
          { type: 'regex', evaluation: '<=', preElm: '1500', postElm: '9000', result: true },
          {
            type: 'table',
            evaluation: '=',
            result: false,
            added: ['eth2'],
            removed: ['eth1'],
            changed: [],
            rows: { same: 1, changed: 0, added: 1, removed: 1 },
          },
        ],
      });
      const html = pair?.['postCommandResHTML'] as string;
      expect(html).toContain('<span class="match fail">eth2 is down</span>');
      expect(html).toContain('&lt;script&gt;alert(&#39;up&#39;)&lt;/script&gt;');
      expect(html).not.toContain('<script');
      expect(pair).not.toHaveProperty('devices');
    });

    it('answer bare where that is asked for', async () => {
      const { json } = await admin<Judged>('POST', '/mop/runAnalyticsTemplateDevices', {
        headers: { prefer: 'envelope=bare' },
        body: {
          pre: { pre: outputs(PRE) },
          post: { post: outputs(PRE) },
          analytic_template_name: 'Run',
          variables: { what: 'it' },
        },
      });
      expect(json.result).toBe(true);
    });

    it('tell devices apart, and name what is missing', async () => {
      const pre = {
        commands_results: [
          ...outputs(PRE, 'b').commands_results,
          ...outputs(PRE, 'a').commands_results,
        ],
      };
      const { json } = await run('Run', pre, outputs(PRE, 'a'));
      const error = "no output of command 'show it' after the change on device 'b'";
      expect(json.analytic_template_results.prepostCommands[0]).toMatchObject({
        result: false,
        error,
        devices: [
          {
            device: 'a',
            result: true,
            rules: [{ result: true }, { result: true }, { result: true }],
            preCommandResHTML: expect.stringContaining('<span class="match pass">'),
            postCommandResHTML: expect.stringContaining('<span class="match pass">'),
          },
          { device: 'b', result: false, error, preCommandResHTML: null },
        ],
      });
    });

    it('say why a rule failed', async () => {
      const { json } = await run('Run', outputs('eth0 is up'), outputs('eth0 is up'));
      expect(json.analytic_template_results.prepostCommands[0]?.rules[1]).toMatchObject({
        result: false,
        error:
          'preRegex: it found nothing in the output before the change; ' +
          'postRegex: it found nothing in the output after the change',
      });
    });

    it('are refused without their variables, which are named', async () => {
      const { status, json } = await run('Run', outputs(PRE), outputs(PRE), { variables: {} });
      expect([status, json.errors?.[0]]).toEqual([
        400,
        {
          pointer: '#/variables/what',
          detail: "variable 'what' is missing; used in prepostCommands/0/preRawCommand",
        },
      ]);
    });

    it.each(['pre', 'post', 'analytic_template_name', 'variables'])(
      'are refused without %s',
      async (key) => {
        const { status, json } = await run('Run', outputs(''), outputs(''), { [key]: undefined });
        expect([status, json.errors?.[0]?.pointer]).toEqual([400, `#/${key}`]);
      },
    );

    it('have to be there', async () => {
      const { status, json } = await run('Absent', outputs(''), outputs(''));
      expect([status, json.message]).toEqual([404, "Analytic template 'Absent' not found"]);
    });

    it('take outputs that are wrapped once, on another path', async () => {
      const body = {
        pre: outputs(PRE),
        post: outputs(PRE),
        analytic_template_name: 'Run',
        variables: { what: 'it' },
      };
      const path = '/mop/runAnalyticsTemplate';
      const { status, json } = await post<Judged>(path, body);
      expect([status, json.result]).toEqual([200, true]);
      const failed = await post<Judged>(path, { ...body, post: outputs('eth0 is up') });
      expect(failed.json.prepostCommands[0]?.rules[1]).toHaveProperty('error');
      const apart = await post<Judged>(`${path}?store=true`, { ...body, post: outputs(PRE, 'r1') });
      expect(apart.json).toMatchObject({
        verdictId: expect.any(String),
        prepostCommands: [
          { error: expect.any(String), devices: [{ device: null }, { device: 'r1' }] },
        ],
      });
      const refused = await post('/mop/runAnalyticsTemplate', { ...body, pre: { pre: body.pre } });
      expect(refused.status).toBe(400);
      const absent = { ...body, analytic_template_name: 'Absent' };
      expect((await post('/mop/runAnalyticsTemplate', absent)).status).toBe(404);
    });

    it('judge a thousand outputs, and megabytes of one', async () => {
      const many = (response: string) => ({
        commands_results: Array.from({ length: 1000 }, (_, device) => ({
          evaluated: 'show it',
          device: `d${String(device)}`,
          response,
        })),
      });
      const all = (await run('Run', many(PRE), many(PRE))).json.analytic_template_results;
      expect([all.result, all.prepostCommands[0]?.devices?.length]).toEqual([true, 1000]);
      const megabytes = outputs(`${'x '.repeat(1 << 20)}\n${PRE}`);
      const one = (await run('Run', megabytes, megabytes)).json.analytic_template_results;
      expect(one.result).toBe(true);
    });

    it('take no variable for anything but itself', async () => {
      await create({
        name: 'Literal',
        prepostCommands: [
          {
            preRawCommand: 'a',
            postRawCommand: 'a',
            rules: [{ type: 'matches', preRegex: '^<!.*!>$', postRegex: '^<!.*!>$' }],
          },
        ],
      });
      const literal = async (response: string) => {
        const given = { commands_results: [{ raw: 'a', response }] };
        const answer = await run('Literal', given, given, { variables: { '.*': '.*' } });
        return answer.json.analytic_template_results.result;
      };
      expect([await literal('.*'), await literal('anything')]).toEqual([true, false]);
    });
  });

  describe('whose verdicts are kept', () => {
    it('are found again, the newest first', async () => {
      await create(anAnalyticTemplate('Kept'));
      const keep = async (pre: string, after: string) => {
        const { json } = await post<{ analytic_template_results: Judged }>(
          '/mop/runAnalyticsTemplateDevices?store=true',
          {
            pre: { pre: outputs(pre, 'r1') },
            post: { post: outputs(after, 'r1') },
            analytic_template_name: 'kept',
            variables: { what: 'it' },
          },
        );
        return json.analytic_template_results['verdictId'] as string;
      };
      const failed = await keep('a is up mtu 1', 'a is down mtu 1');
      const passed = await keep('a is up mtu 1', 'a is up mtu 1');
      const { json } = await admin<JsonObject>('GET', `/mop/analyticTemplateResults/${failed}`);
      expect(json).toEqual({
        _id: failed,
        template: 'Kept',
        templateId: 'Kept',
        result: false,
        pairs: 1,
        failedPairs: 1,
        failures: [
          {
            preRawCommand: 'show <!what!>',
            postRawCommand: 'show <!what!>',
            device: 'r1',
            rules: [0, 2],
          },
        ],
        created: expect.any(Number),
        createdBy: expect.any(String),
      });
      const list = await admin<{ results: JsonObject[]; total: number }>(
        'GET',
        '/mop/analyticTemplateResults?template=KEPT',
      );
      expect(list.json).toMatchObject({ total: 2, results: [{ _id: passed, result: true }, json] });
      expect((await admin('GET', '/mop/analyticTemplateResults?limit=-1')).status).toBe(400);
    });

    it('are not kept where nobody asks for it', async () => {
      await create(anAnalyticTemplate('Not kept'));
      const answer = await run('Not kept', outputs(''), outputs(''));
      expect(answer.json.analytic_template_results).not.toHaveProperty('verdictId');
      const { status, json } = await admin<Problem>('GET', '/mop/analyticTemplateResults/absent');
      expect([status, json.message]).toEqual([404, "Result 'absent' not found"]);
    });
  });

  describe('for commands', () => {
    const COMMAND = {
      name: 'Check',
      passRule: true,
      ignoreWarnings: null,
      commands: [
        {
          command: 'show <!port!>',
          passRule: true,
          rules: [{ rule: 'up', eval: 'contains', severity: 'error' }],
        },
      ],
    };

    it('are held against outputs that are there already', async () => {
      await createCommand(COMMAND);
      const evaluate = (more: object) =>
        post<JsonObject & Problem>('/mop/evaluateTemplate', {
          template: 'Check',
          results: [{ device: 'r1', command: 'show 1', response: `it is up ${SCRIPT}` }],
          ...more,
        });
      const judged = [
        {
          raw: 'show <!port!>',
          command: 'show 1',
          evaluated: 'show 1',
          device: 'r1',
          response: `it is up ${SCRIPT}`,
          parameters: { port: 1 },
          all_pass_flag: true,
          result: true,
          rules: [{ rule: 'up', raw: 'up', eval: 'contains', severity: 'error', result: true }],
        },
        expect.objectContaining({
          evaluated: 'show 2',
          result: false,
          error: "no output of command 'show 2' on device 'r1'",
        }),
      ];
      expect((await evaluate({ variables: { port: [1, 2] } })).json).toEqual({
        name: 'Check',
        all_pass_flag: true,
        result: false,
        commands_results: judged,
        command_results: judged,
      });
      expect((await evaluate({})).json).toMatchObject({
        result: false,
        commands_results: [{ skipped: true, error: "variable 'port' is missing", device: null }],
      });
      expect((await evaluate({ template: 'Absent' })).status).toBe(404);
      expect((await evaluate({ results: 'x' })).json.errors?.[0]?.pointer).toBe('#/results');
      const list = Array.from({ length: 2000 }, (_, port) => port);
      expect((await evaluate({ variables: { port: list } })).json.errors?.[0]?.pointer).toBe(
        '#/results',
      );
    });

    it('may look around, and say where that takes too long', async () => {
      const rules = [
        { eval: 'RegEx', rule: '(?<=is )<!state!>' },
        { eval: '!RegEx', rule: '(?:a|aa)+(?=b)' },
        { eval: 'RegEx', rule: '(?i)UP' },
      ];
      await createCommand({ name: 'Looks', passRule: false, commands: [{ command: 'x', rules }] });
      const body = { template: 'Looks', variables: { state: 'up' } };
      const evaluate = async (response: string) => {
        const results = [{ command: 'x', response }];
        const { json } = await post<CommandsJudged>('/mop/evaluateTemplate', { ...body, results });
        return json.commands_results[0]?.rules;
      };
      expect(await evaluate('it is up')).toMatchObject([
        { raw: '(?<=is )<!state!>', rule: '(?<=is )up', result: true },
        { result: true },
        { result: false, error: expect.stringContaining('(?i)') },
      ]);
      expect(await evaluate('a'.repeat(5000))).toMatchObject([
        { result: false },
        { result: false, error: expect.stringContaining('too many steps') },
        { result: false },
      ]);
    });
  });
});
