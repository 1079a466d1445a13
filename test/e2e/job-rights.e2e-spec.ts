import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { EventLogRepository } from '../../src/platform/events/event-log.repository.js';
import { isEvent, toPlatformEvent } from '../../src/platform/events/stored-event.js';
import { eventually } from '../support/eventually.js';
import {
  aManualWorkflow,
  anEngineTask,
  anEngineWorkflow,
} from '../support/factories/job-workflows.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type TestApp } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

const JOBS = '/operations-manager/jobs';
const TASKS = '/operations-manager/tasks';
const TRIGGERS = '/operations-manager/triggers';
const ROLES = ['apiread', 'apiwrite', 'engineering', 'operations'];

interface Made {
  readonly data: { readonly _id: string };
}
interface List {
  readonly data: readonly { readonly _id: string; readonly name: string }[];
  readonly metadata: { readonly total: number };
}

/** Starts another workflow, and waits for it. */
const aParent = (name: string, child: string, more: JsonObject): JsonObject =>
  anEngineWorkflow(
    name,
    {
      c1: anEngineTask('childJob', {
        task: '',
        workflow: child,
        variables: {},
        data_array: '',
        transformation: '',
        loopType: '',
      }),
    },
    ['start c1', 'c1 end'],
    more,
  );

describe('jobs of a guarded automation of a guarded workflow', () => {
  const nodes = new TwoNodes('job-rights');
  let app: TestApp;
  let group: (name: string) => Promise<string>;
  /** Who asks, by whether they are there for the automation, the workflow, both, or neither. */
  let callers: Readonly<Record<'both' | 'reads' | 'automation' | 'workflow' | 'nobody', string>>;
  let root: string;
  let child: string;
  let task: string;

  const admin = <T>(method: string, path: string, body?: JsonObject, on = app) =>
    on.as<T>('admin', method, path, body && { body });
  const statusOf = async (token: string, method: string, path: string, body?: JsonObject) =>
    (await nodes.otherNode.call(method, path, { token, ...(body && { body }) })).status;
  const list = async (token: string, query = '') =>
    (await nodes.otherNode.call<List>('GET', `${JOBS}${query}`, { token })).json;
  const outsiders = (): readonly string[] => [callers.automation, callers.workflow, callers.nobody];
  const caller = (...groups: readonly string[]): Promise<string> => {
    const roles = ROLES.map((name) => ({ provenance: 'platform', name }));
    return aSignedInCaller(app.app, { roles, groups });
  };
  const workflow = async (automation: JsonObject): Promise<void> => {
    const made = await admin('POST', '/automation-studio/automations', { automation });
    expect(made.status).toBe(200);
  };

  beforeAll(async () => {
    await nodes.start();
    app = nodes.node;
    const records = app.app.get(UserRecordsService, { strict: false });
    group = async (name) => (await records.ensureGroup({ provenance: 'local', name }))._id;
    callers = {
      both: await caller('writes automation', 'of workflow'),
      reads: await caller('reads automation', 'of workflow'),
      automation: await caller('writes automation'),
      workflow: await caller('of workflow'),
      nobody: await caller(),
    };
    await workflow(aManualWorkflow('Child'));
    await workflow(aParent('Root', 'Child', { groups: [await group('of workflow')] }));
    const { json: automation } = await admin<Made>('POST', '/operations-manager/automations', {
      name: 'Guarded',
      componentType: 'workflows',
      componentName: 'Root',
      gbac: {
        read: [await group('reads automation')],
        write: [await group('writes automation')],
      },
    });
    const { json: trigger } = await admin<Made>('POST', TRIGGERS, {
      name: 'By hand',
      type: 'manual',
      actionType: 'automations',
      actionId: automation.data._id,
    });
    const path = `${TRIGGERS}/manual/${trigger.data._id}/run`;
    const started = await app.call<Made>('POST', path, {
      token: callers.both,
      body: { formData: { customer: 'ACME' } },
    });
    root = started.json.data._id;
    const open = await eventually(
      () => admin<List>('GET', TASKS),
      ({ json }) => json.data.length === 1,
    );
    task = open.json.data[0]?._id ?? '';
    const jobs = await admin<List>('GET', JOBS);
    child = jobs.json.data.find(({ name }) => name === 'Child')?._id ?? '';
  });
  afterAll(() => nodes.close());

  it('are listed, counted and measured for those whom both admit, on every node', async () => {
    for (const token of [callers.both, callers.reads]) {
      const { data, metadata } = await list(token);
      expect(data.map(({ _id }) => _id).sort()).toEqual([root, child].sort());
      expect(metadata.total).toBe(2);
    }
    for (const token of outsiders()) {
      for (const query of ['', '?workflow=Root', '?status=running', `?parent=${root}`]) {
        const { data, metadata } = await list(token, query);
        expect([query, data, metadata.total]).toEqual([query, [], 0]);
      }
      for (const path of ['/workflow_engine/jobs/metrics', '/workflow_engine/tasks/metrics']) {
        const { json } = await app.call<{ results: object[]; total: number }>('GET', path, {
          token,
        });
        expect([path, json.results, json.total]).toEqual([path, [], 0]);
      }
    }
  });

  it('are not there for others, whatever they ask for', async () => {
    const reading = (id: string): readonly string[] =>
      ['', '/iterations', '/graph.svg', '/follow'].map((end) => `${JOBS}/${id}${end}`);
    for (const token of outsiders()) {
      for (const path of [root, child].flatMap(reading))
        expect([path, await statusOf(token, 'GET', path)]).toEqual([path, 404]);
      const calls: readonly (readonly [string, JsonObject])[] = [
        [`${JOBS}/${child}/continue`, { fromTask: 'a1' }],
        [`${JOBS}/${child}/revert`, { toTask: 'a1' }],
        [`${JOBS}/${child}/retry`, {}],
        [`${JOBS}/${child}/skip`, { task: 'b2' }],
        [`${JOBS}/${child}/watch`, {}],
        [`${JOBS}/${child}/unwatch`, {}],
        [`/workflow_engine/jobs/${child}/continueJob`, { taskId: 'a1' }],
      ];
      for (const [path, body] of calls)
        expect([path, await statusOf(token, 'POST', path, body)]).toEqual([path, 404]);
      for (const action of ['pause', 'resume', 'cancel']) {
        const { json } = await app.call<{ data: readonly JsonObject[] }>(
          ...(['POST', `${JOBS}/${action}`] as const),
          { token, body: { jobIds: [root, child] } },
        );
        expect(json.data.map(({ outcome }) => outcome)).toEqual(['absent', 'absent']);
      }
      const body = { action: 'cancel', query: { status: ['running'] }, dryRun: true };
      const { json } = await app.call<{ data: JsonObject }>('POST', `${JOBS}/bulk`, {
        token,
        body,
      });
      expect(json.data['matched']).toBe(0);
    }
  });

  it('keep their manual tasks to themselves', async () => {
    for (const token of outsiders()) {
      const { json } = await nodes.otherNode.call<List>('GET', TASKS, { token });
      expect([json.data, json.metadata.total]).toEqual([[], 0]);
      expect(await statusOf(token, 'GET', `${TASKS}/${task}`)).toBe(404);
      for (const doing of ['claim', 'release'])
        expect(await statusOf(token, 'POST', `${TASKS}/${task}/${doing}`)).toBe(404);
      const finish = { finish_state: 'success' };
      expect(await statusOf(token, 'POST', `${TASKS}/${task}/finish`, finish)).toBe(404);
    }
    const { json } = await nodes.otherNode.call<List>('GET', TASKS, { token: callers.both });
    expect([json.data.map(({ _id }) => _id), json.metadata.total]).toEqual([[task], 1]);
  });

  it('name no workflow and no reason in events', async () => {
    const events = await app.app.get(EventLogRepository, { strict: false }).after(0, 10_000);
    const told = events
      .filter(isEvent)
      .map(toPlatformEvent)
      .filter(({ payload }) => payload['jobId'] === root || payload['jobId'] === child);
    const topics = ['jobRequested', 'jobStart', 'manualTaskOpened'];
    expect(told.map(({ topic }) => topic)).toEqual(expect.arrayContaining(topics));
    for (const { payload } of told)
      expect(payload).toMatchObject({ workflowId: null, workflowName: null, automationId: null });
  });

  it('are controlled by those whom both let change, and only seen by the others', async () => {
    const told = async (action: string, token: string): Promise<unknown> => {
      const options = { token, body: { jobIds: [child] } };
      const { json } = await app.call<{ data: JsonObject[] }>('POST', `${JOBS}/${action}`, options);
      return json.data[0]?.['outcome'];
    };
    expect(await statusOf(callers.reads, 'GET', `${JOBS}/${child}`)).toBe(200);
    expect(await told('pause', callers.reads)).toBe('refused');
    expect(await told('pause', callers.both)).toBe('applied');
    expect(await told('resume', callers.both)).toBe('applied');
  });

  it('are narrowed by whoever starts one, to groups of their choice', async () => {
    // None of the callers is in this group: other tests count what they see.
    const starter = await caller('of workflow', 'of the start');
    const body = { workflow: 'Root', options: { groups: ['of the start'] } };
    const made = await app.call<Made>('POST', `${JOBS}/start`, { token: starter, body });
    const path = `${JOBS}/${made.json.data._id}`;
    const ofTheStart = await caller('of the start');
    const tokens = [starter, callers.workflow, ofTheStart, callers.both, callers.reads];
    expect(await Promise.all(tokens.map((token) => statusOf(token, 'GET', path)))).toEqual([
      200, 404, 404, 404, 404,
    ]);
  });
});
