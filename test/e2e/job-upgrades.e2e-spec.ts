import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { textOf } from '../../src/kernel/json-reading.js';
import { eventually } from '../support/eventually.js';
import {
  aFlakyWorkflow,
  aManualWorkflow,
  anEngineTask,
} from '../support/factories/job-workflows.js';
import { startApp, type TestApp } from '../support/start-app.js';

const JOBS = '/operations-manager/jobs';

interface Job {
  readonly _id: string;
  readonly status: string;
  readonly tasks: Readonly<Record<string, { readonly iterations: readonly string[] }>>;
}
interface Upgraded {
  readonly data: JsonObject & { readonly planHash: string };
}
interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly current: JsonObject;
}
interface Document extends JsonObject {
  readonly tasks: Record<string, JsonObject>;
  readonly transitions: Record<string, JsonObject>;
}

/** A copy of the workflow, changed. */
function changed(workflow: JsonObject, change: (copy: Document) => void): JsonObject {
  const copy = structuredClone(workflow) as Document;
  change(copy);
  return copy;
}

describe('jobs that go over to the present version of their workflow', () => {
  let app: TestApp;
  const ids = new Map<string, string>();
  const save = async (automation: JsonObject): Promise<void> => {
    const name = textOf(automation['name']);
    const id = ids.get(name);
    const [method, path, body] =
      id === undefined
        ? (['POST', '/automation-studio/automations', { automation }] as const)
        : (['PUT', `/automation-studio/automations/${id}`, { update: automation }] as const);
    const { status, json, text } = await app.as<{ created?: { _id: string } }>(
      ...(['admin', method, path, { body }] as const),
    );
    if (status !== 200) throw new Error(text);
    if (json.created) ids.set(name, json.created._id);
  };
  const post = async <T>(path: string, body: JsonObject = {}, role = 'engineering' as const) =>
    app.as<T>(role, 'POST', path, { body });
  const get = async (id: string): Promise<Job> =>
    (await app.as<{ data: Job }>('engineering', 'GET', `${JOBS}/${id}`)).json.data;
  const standing = (id: string, status: string): Promise<Job> =>
    eventually(
      () => get(id),
      (job) => job.status === status,
    );
  const start = async (workflow: string, variables: JsonObject = {}): Promise<string> => {
    const answer = await post<{ data: Job }>(`${JOBS}/start`, { workflow, options: { variables } });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data._id;
  };
  const upgrade = (id: string, body: JsonObject) =>
    post<Upgraded>(`${JOBS}/${id}/upgrade-plan`, body);
  const refusal = async (id: string, body: JsonObject = { dryRun: false }): Promise<unknown[]> => {
    const { status, json } = await post<Refused>(`${JOBS}/${id}/upgrade-plan`, body);
    return [status, json.code, json.current];
  };
  const runsOf = ({ tasks }: Job): Record<string, number> =>
    Object.fromEntries(
      Object.entries(tasks).map(([id, { iterations }]) => [id, iterations.length]),
    );
  const failed = async (name: string): Promise<string> => {
    await save(aFlakyWorkflow(name));
    const id = await start(name, { outcomes: ['error'] });
    await standing(id, 'error');
    return id;
  };
  const asking = async (name: string): Promise<string> => {
    await save(aManualWorkflow(name));
    const id = await start(name);
    await post(`${JOBS}/pause`, { jobIds: [id] });
    await standing(id, 'paused');
    return id;
  };

  beforeAll(async () => {
    app = await startApp('job-upgrades');
  });
  afterAll(() => app.close());

  it('run a task that failed as it was corrected, and nothing again that had finished', async () => {
    const id = await failed('Corrected');
    await save(
      changed(aFlakyWorkflow('Corrected'), ({ tasks }) => {
        tasks['c3'] = anEngineTask('newVariable', { name: 'ported', value: 1 });
      }),
    );
    const dry = await upgrade(id, { dryRun: true });
    const { planHash } = dry.json.data;
    const shown = {
      job: id,
      workflow: 'Corrected',
      planHash,
      isCurrent: false,
      status: 'error',
      tasks: [
        {
          task: 'c3',
          name: 'newVariable',
          change: 'changed',
          then: 'failed',
          pointer: '#/tasks/c3',
          changes: expect.arrayContaining([
            { pointer: '#/name', kind: 'changed', before: 'stub', after: 'newVariable' },
            { pointer: '#/variables/incoming/delay', kind: 'removed', before: '' },
            { pointer: '#/variables/incoming/value', kind: 'added', after: 1 },
          ]) as unknown,
          moreChanges: 0,
        },
      ],
      kept: ['a1', 'b2'],
      blockers: [],
    };
    expect(dry.json).toEqual({
      message: 'Nothing was changed',
      data: { ...shown, dryRun: true },
    });
    const done = await upgrade(id, { dryRun: false, planHash });
    expect(done.json).toEqual({
      message: 'Successfully upgraded job',
      data: { ...shown, dryRun: false, isCurrent: true },
    });
    await post(`${JOBS}/${id}/retry`);
    expect(runsOf(await standing(id, 'complete'))).toMatchObject({ a1: 1, b2: 1, c3: 2 });
    const again = await refusal(id);
    expect(again.slice(0, 2)).toEqual([409, 'wrong-state']);
    const log = `/audit?operation=upgradeJob&limit=100`;
    const audit = await app.as<{ results: readonly JsonObject[] }>('admin', 'GET', log);
    const entries = audit.json.results.map((entry) => JSON.stringify(entry));
    const own = entries.filter((entry) => entry.includes(id));
    expect(own).toEqual([expect.stringContaining('"action":"upgrade"')]);
    const events = await app.as<{ results: readonly { payload: JsonObject }[] }>(
      ...(['admin', 'GET', '/events?topic=jobUpgrade'] as const),
    );
    expect(events.json.results.map(({ payload }) => payload['jobId'])).toContain(id);
  });

  it('go on by a way that there was not, when they are resumed', async () => {
    const id = await failed('Rescued');
    await save(
      changed(aFlakyWorkflow('Rescued'), ({ tasks, transitions }) => {
        tasks['d4'] = anEngineTask('newVariable', { name: 'rescued', value: true });
        (transitions['c3'] ??= {})['d4'] = { type: 'standard', state: 'error' };
        transitions['d4'] = { workflow_end: { type: 'standard', state: 'success' } };
      }),
    );
    const { json } = await upgrade(id, { dryRun: false });
    expect(json.data).toMatchObject({
      status: 'paused',
      tasks: [
        { task: 'c3', change: 'ways', then: 'failed' },
        { task: 'd4', change: 'added', then: 'next' },
      ],
    });
    await post(`${JOBS}/resume`, { jobIds: [id] });
    expect(await standing(id, 'complete')).toMatchObject({
      error: [{ task: 'c3', message: '{"why":"as it was told"}' }],
    });
    const twice = await failed('Same');
    expect((await upgrade(twice, { dryRun: false })).json.data).toMatchObject({
      isCurrent: true,
      tasks: [],
    });
  });

  it('leave what is under way to whoever works on it', async () => {
    const id = await asking('Asked');
    await save(
      changed(aManualWorkflow('Asked'), ({ tasks, transitions }) => {
        tasks['c3'] = anEngineTask('newVariable', { name: 'asked', value: true });
        transitions['b2'] = { c3: { type: 'standard', state: 'success' } };
        transitions['c3'] = { workflow_end: { type: 'standard', state: 'success' } };
      }),
    );
    expect((await upgrade(id, { dryRun: false })).json.data['tasks']).toMatchObject([
      { task: 'b2', name: 'ViewData', change: 'ways', then: 'goes-on', pointer: '#/tasks/b2' },
      { task: 'c3', name: 'newVariable', change: 'added', then: 'later', pointer: '#/tasks/c3' },
    ]);
    await post(`${JOBS}/resume`, { jobIds: [id] });
    const tasks = await app.as<{ data: readonly { _id: string }[] }>(
      ...(['engineering', 'GET', `/operations-manager/tasks?job=${id}`] as const),
    );
    const [task] = tasks.json.data;
    await post(`/operations-manager/tasks/${task?._id ?? ''}/finish`, { finish_state: 'success' });
    expect(runsOf(await standing(id, 'complete'))).toMatchObject({ a1: 1, b2: 1, c3: 1 });
  });

  it('are refused where something would be cut off, and say what', async () => {
    const id = await asking('Cut off');
    const other = changed(aManualWorkflow('Cut off'), ({ tasks }) => {
      tasks['b2'] = anEngineTask('newVariable', { name: 'asked', value: true });
    });
    await save(other);
    const blocker = {
      task: 'b2',
      pointer: '#/tasks/b2',
      detail: 'is under way, and is another one now',
    };
    const dry = await upgrade(id, { dryRun: true });
    expect(dry.json.data).toMatchObject({
      blockers: [blocker],
      tasks: [{ task: 'b2', then: null }],
    });
    expect(await refusal(id)).toEqual([409, 'not-upgradable', { blockers: [blocker] }]);
    await post(`${JOBS}/resume`, { jobIds: [id] });
    const running = { task: null, pointer: '#', detail: 'the job is running: pause it first' };
    expect(await refusal(id)).toEqual([409, 'wrong-state', { blockers: [running, blocker] }]);
    const { planHash } = dry.json.data;
    const changedSince = await refusal(id, { dryRun: false, planHash });
    expect(changedSince.slice(0, 2)).toEqual([409, 'plan-changed']);
    const absent = await refusal('66d02d8221161b4df2717495');
    expect(absent.slice(0, 2)).toEqual([404, 'not-found']);
  });

  it('are not moved to what the caller may not start', async () => {
    const id = await failed('Guarded');
    const group = { name: 'upgraders' };
    const made = await app.as<{ data: { _id: string } }>(
      ...(['admin', 'POST', '/authorization/groups', { body: { group } }] as const),
    );
    await save({ ...aFlakyWorkflow('Guarded'), groups: [made.json.data._id] });
    expect(await refusal(id, { dryRun: true })).toEqual([403, 'not-startable', undefined]);
  });
});
