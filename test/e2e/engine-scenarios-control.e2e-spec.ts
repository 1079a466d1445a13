import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { EngineApp, type ShownJob } from '../support/engine/engine-app.js';
import { aSetting, aView } from '../support/engine/scenario-tasks.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { readShippedPackages, type ShippedPackage } from '../support/shipped-package.js';
import { aSignedInCaller } from '../support/sign-in.js';

const task = anEngineTask;
const PACKAGES = readShippedPackages(join(process.cwd(), 'catalogue'));
const TASKS = '/operations-manager/tasks';

/** What the main workflow of a shipped package is started with. */
const INPUTS: Readonly<Record<string, JsonObject>> = {
  'Backup Sweep': {
    devices: [{ deviceName: 'edge-1' }, { deviceName: 'edge-2' }],
    backupDescription: 'nightly',
    secondTry: true,
    pauseSeconds: 1,
  },
  'Device Onboarding': {
    deviceName: 'edge-1',
    siteCode: 'BER',
    deviceRole: 'access',
    owner: 'ada',
    pollMinutes: 1,
    pollAttempts: 2,
    confirmRecord: false,
  },
  'Expiry Report': {
    items: [{ name: 'portal', kind: 'certificate', owner: 'Web team', expires: '2030-01-01' }],
    warningDays: 30,
    criticalDays: 7,
    showReport: true,
    asOf: '2029-01-01',
  },
  'Interface Change': {
    deviceName: 'edge-1',
    interfaceName: 'Gi0/1',
    interfaceDescription: 'uplink',
    adminState: 'up',
    changeReference: 'CHG-1',
  },
  'VLAN Provisioning': {
    vlanId: 100,
    vlanName: 'guests',
    devices: [{ deviceName: 'edge-1', uplink: 'Gi0/1' }],
  },
};

/** Answers of devices, by the name of the task that asks for them. */
const ANSWERS: Readonly<Record<string, JsonObject>> = {
  RunCommandTemplate: { name: 'mock', result: true, all_pass_flag: true, commands_results: [] },
  backUpDevice: { id: 'mock', status: 'success' },
  getDevice: { name: 'edge-1', host: '192.0.2.1' },
  isAlive: { response: true },
  runAnalyticsTemplate: { result: true, prepostCommands: [] },
};

/** Mocks for all that reaches devices, in every workflow of the package. */
function mocksOf({ bundles }: ShippedPackage): JsonObject {
  const workflows = bundles.filter(({ type }) => type === 'workflow').map(({ data }) => data);
  return Object.fromEntries(
    workflows.flatMap((workflow) =>
      Object.entries(workflow['tasks'] as Record<string, JsonObject>).flatMap(([id, { name }]) => {
        const output = ANSWERS[name as string];
        return output ? [[`${workflow['name'] as string}/${id}`, { output }] as const] : [];
      }),
    ),
  );
}

describe('scenarios of control and import', () => {
  let engine: EngineApp;
  beforeAll(async () => {
    engine = await EngineApp.start('engine-scenarios-control');
  });
  afterAll(() => engine.close());

  describe('A11: control', () => {
    const childrenOf = async (id: string): Promise<readonly ShownJob[]> => {
      const path = `/operations-manager/jobs?parent=${id}`;
      const { data } = (await engine.call<{ data: readonly ShownJob[] }>('GET', path)).json;
      return Promise.all(data.map((one) => engine.job(one._id)));
    };
    const callOf = (workflow: string): JsonObject =>
      task('childJob', {
        task: '',
        workflow,
        variables: {},
        data_array: '',
        transformation: '',
        loopType: '',
      });

    beforeAll(async () => {
      await engine.bring(
        anEngineWorkflow(
          'Waits twice',
          { d: task('delay', { time: 60 }), v: aView(), x: aSetting('after', true) },
          ['start d', 'd v', 'v x', 'x end'],
        ),
        anEngineWorkflow('Middle', { c: callOf('Waits twice') }, ['start c', 'c end']),
        anEngineWorkflow('Root', { c: callOf('Middle') }, ['start c', 'c end']),
      );
    });

    it('a pause holds what follows a delay and a person, until it is resumed', async () => {
      const { _id } = await engine.begin('Waits twice');
      await engine.until(_id, ({ tasks }) => tasks['d']?.status === 'running');
      await engine.control('pause', _id);
      engine.clock.forward(60);
      const paused = await engine.until(_id, ({ tasks }) => tasks['d']?.status === 'complete');
      expect([paused.status, engine.counts(paused)]).toEqual(['paused', { d: 1, v: 0, x: 0 }]);
      await engine.control('resume', _id);
      const task1 = await engine.open(_id, 'v');
      await engine.control('pause', _id);
      const finished = await engine.call('POST', `${TASKS}/${task1}/finish`, {
        body: { finish_state: 'success' },
      });
      const still = await engine.job(_id);
      // Whoever finishes a task in a pause is heard or told to wait; nothing begins either way.
      expect([still.status, engine.counts(still)['x']]).toEqual(['paused', 0]);
      await engine.control('resume', _id);
      if (finished.status !== 200) await engine.work(_id, 'v', 'success');
      const job = await engine.settled(_id);
      expect([job.status, job.variables['after']]).toEqual(['complete', true]);
    });

    // eslint-disable-next-line complexity -- each `?.` counts, though nothing branches
    it('a cancel of the root ends two levels of children, and their tasks', async () => {
      const { _id } = await engine.begin('Root');
      const [middle] = await engine
        .until(_id, ({ tasks }) => tasks['c']?.status === 'running')
        .then(() => childrenOf(_id));
      const [leaf] = await eventually(
        () => childrenOf(middle?._id ?? ''),
        ([found]) => found?.tasks['d']?.status === 'running',
      );
      expect(leaf?.ancestors).toEqual([_id, middle?._id, leaf?._id]);
      await engine.control('cancel', _id);
      const ended = await Promise.all(
        [_id, middle?._id ?? '', leaf?._id ?? ''].map((id) => engine.settled(id)),
      );
      expect(ended.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
      expect(ended[2]?.tasks['d']?.status).toBe('canceled');
    });

    it('of two people who claim and finish the same task, one wins', async () => {
      const { _id } = await engine.begin('Waits twice');
      engine.clock.forward(60);
      const id = await engine.open(_id, 'v');
      const roles = [{ provenance: 'platform', name: 'operator' }];
      const people = await Promise.all(
        ['one', 'other'].map(() => aSignedInCaller(engine.platform.app, { roles })),
      );
      const both = async (verb: string, body?: JsonObject): Promise<number[]> => {
        const answers = await Promise.all(
          people.map((token) =>
            engine.platform.call('POST', `${TASKS}/${id}/${verb}`, {
              token,
              ...(body && { body }),
            }),
          ),
        );
        return answers.map(({ status }) => status).sort();
      };
      expect(await both('claim')).toEqual([200, 409]);
      expect(await both('finish', { finish_state: 'success' })).toEqual([200, 409]);
      expect((await engine.settled(_id)).status).toBe('complete');
    });
  });

  describe('A12: import', () => {
    it('a project comes in whole, its workflows find each other by their bare names and run', async () => {
      const inner = anEngineWorkflow('Inner part', { a: aSetting('made', 7) }, [
        'start a',
        'a end',
      ]);
      const outer = anEngineWorkflow(
        'Outer part',
        {
          c: task(
            'childJob',
            {
              task: '',
              workflow: 'Inner part',
              variables: {},
              data_array: '',
              transformation: '',
              loopType: '',
            },
            { outgoing: { job_details: '$var.job.details' } },
          ),
        },
        ['start c', 'c end'],
      );
      const components = [inner, outer].map((document, at) => ({
        iid: at,
        type: 'workflow',
        reference: `r${String(at)}`,
        folder: '/',
        document,
      }));
      const outcomes = await engine.bring({ iid: 1, name: 'Parts', components, folders: [] });
      const name = outcomes.find((one) => one.name.endsWith('Outer part'))?.name ?? '';
      expect(name).not.toBe('Outer part');
      const job = await engine.run(name);
      expect([job.status, job.variables['details']]).toEqual([
        'complete',
        expect.objectContaining({ made: 7, status: 'complete' }),
      ]);
    });

    it.each([
      [
        'an actor that is nobody',
        { a: { ...aSetting('x', 1), actor: 'nobody' } },
        ['start a', 'a end'],
      ],
      [
        'a reference to an absent task',
        { a: aSetting('x', '$var.ffff.out') },
        ['start a', 'a end'],
      ],
      [
        'a circle of standard edges',
        { a: aSetting('x', 1), b: aSetting('x', 1) },
        ['start a', 'a b', 'b a', 'b end'],
      ],
      [
        'an edge out of a loop',
        {
          f: task('forEach', { data_array: [1] }, { outgoing: { current_item: null } }),
          b: aSetting('x', 1),
        },
        ['start f', 'f loop b', 'b end', 'f end'],
      ],
    ])('a draft is kept, and not started: %s', async (what, tasks, edges) => {
      await engine.bring(anEngineWorkflow(`Draft: ${what}`, tasks, edges));
      const answer = await engine.call<{ code: string }>('POST', '/operations-manager/jobs/start', {
        body: { workflow: `Draft: ${what}` },
      });
      expect([answer.status, answer.json.code]).toEqual([409, 'workflow-draft']);
    });
  });

  describe('packages that the project ships', () => {
    it.each(PACKAGES)('$folder runs to its end with mocks', async (shipped) => {
      const automation = shipped.bundles.find(({ type }) => type === 'automation');
      const documents = shipped.bundles.filter(({ type }) => type !== 'automation');
      await engine.bring(...documents.map(({ data }) => data));
      const workflow = automation?.data['name'] as string;
      const { _id } = await engine.begin(workflow, {
        variables: INPUTS[workflow] ?? {},
        mocks: mocksOf(shipped),
      });
      const job = await engine.drive(_id);
      expect([job.status, job.error]).toEqual(['complete', []]);
      expect(Object.values(job.tasks).some(({ iterations }) => iterations.length > 0)).toBe(true);
    });
  });
});
