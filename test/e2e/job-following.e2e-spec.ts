import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ContentDocumentsService } from '../../src/domains/content/records/content-documents.service.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { JobFollowsService } from '../../src/domains/workflow-engine/following/job-follows.service.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { type Principal } from '../../src/kernel/principal.js';
import { EventLogRepository } from '../../src/platform/events/event-log.repository.js';
import { isEvent, toPlatformEvent } from '../../src/platform/events/stored-event.js';
import { eventually } from '../support/eventually.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { FrameReader } from '../support/frame-reader.js';
import { anAccount, aSessionOf, aSignedInCaller } from '../support/sign-in.js';
import { type Answer, type TestApp } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

const JOBS = '/operations-manager/jobs';
const TASKS = '/operations-manager/tasks';

interface Snapshot {
  readonly status: string;
  readonly progress: number;
  readonly tasks: Readonly<
    Record<string, { readonly status: string; readonly iterations: number }>
  >;
}
interface Job {
  readonly _id: string;
  readonly status: string;
  readonly variables: JsonObject;
}
interface Figures {
  readonly results: readonly (JsonObject & { readonly statuses: JsonObject })[];
  readonly total: number;
  readonly truncated: boolean;
  readonly summary: JsonObject;
}
interface Refused {
  readonly code: string;
}

/** Waits for a person, and then for another one. */
const twoLooks = (name: string, more: JsonObject = {}): JsonObject =>
  anEngineWorkflow(
    name,
    {
      a1: anEngineTask('ViewData', { btn_success: 'Yes' }, { type: 'manual' }),
      b2: anEngineTask('ViewData', { btn_success: 'Yes' }, { type: 'manual' }),
    },
    ['start a1', 'a1 b2', 'b2 end'],
    more,
  );
const listening = (name: string, incoming: JsonObject): JsonObject =>
  anEngineWorkflow(
    name,
    {
      a1: anEngineTask(
        'eventListenerJob',
        { source: 'script', topic: 'done', timeout: '', ...incoming },
        { outgoing: { result: '$var.job.heard' } },
      ),
    },
    ['start a1', 'a1 end'],
  );

describe('following jobs', () => {
  const nodes = new TwoNodes('job-following');
  const readers: FrameReader<Snapshot>[] = [];
  let app: TestApp;
  let token: string;
  let groupId: string;

  const workflow = async (content: JsonObject): Promise<void> => {
    const importer = { id: 'importer', username: 'importer' } as unknown as Principal;
    const documents = app.app.get(ContentDocumentsService, { strict: false });
    await documents.create('workflow', { document: content, pointer: '#' }, importer);
  };
  const call = <T>(method: string, path: string, body?: JsonObject, on = app) =>
    on.as<T>('admin', method, path, body && { body });
  const start = async (name: string, options: JsonObject = {}): Promise<Job> => {
    const body = { workflow: name, options };
    const answer = await call<{ data: Job }>('POST', `${JOBS}/start`, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data;
  };
  const jobOf = async (id: string): Promise<Job> =>
    (await call<{ data: Job }>('GET', `${JOBS}/${id}`)).json.data;
  const finishOne = async (job: Job, on = app): Promise<void> => {
    const { json } = await call<{ data: { _id: string }[] }>('GET', `${TASKS}?job=${job._id}`);
    const path = `${TASKS}/${json.data[0]?._id ?? ''}/finish`;
    expect((await call('POST', path, { finish_state: 'success' }, on)).status).toBe(200);
  };
  const follow = async (job: Job, { on = app, as = token, headers = {} } = {}) => {
    const reader = new FrameReader<Snapshot>();
    readers.push(reader);
    return reader.open(on, `${JOBS}/${job._id}/follow`, as, headers);
  };
  const follows = (of = nodes.node) => of.app.get(JobFollowsService, { strict: false });
  const publish = async (n: number, topic = 'done'): Promise<void> => {
    const body = { source: 'script', topic, payload: { n } };
    expect((await call('POST', '/events', body)).status).toBe(200);
  };
  const topicsOf = async (jobId: string): Promise<readonly string[]> => {
    const events = await app.app.get(EventLogRepository, { strict: false }).after(0, 10_000);
    return events
      .filter(isEvent)
      .filter((event) => toPlatformEvent(event).payload['jobId'] === jobId)
      .map(({ topic }) => topic);
  };

  beforeAll(async () => {
    await nodes.start();
    app = nodes.node;
    token = await app.tokenOf('operations');
    const records = app.app.get(UserRecordsService, { strict: false });
    groupId = (await records.ensureGroup({ provenance: 'local', name: 'few' }))._id;
    await workflow(twoLooks('Two looks', { preAutomationTime: 60_000 }));
    await workflow(twoLooks('Few see it', { groups: [groupId] }));
    await workflow(listening('Any event', {}));
    await workflow(listening('Fitting event', { schema: { properties: { n: { minimum: 10 } } } }));
  });

  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.leave();
    await eventually(
      () => Promise.resolve(follows().size + follows(nodes.otherNode).size),
      (size) => size === 0,
    );
  });

  afterAll(() => nodes.close());

  it('begins with where the job stands, goes on with what changes, and ends with the job', async () => {
    const job = await start('Two looks');
    const here = await follow(job);
    const there = await follow(job, { on: nodes.otherNode });
    expect(here.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    for (const reader of [here, there]) await reader.until(({ event }) => event === 'snapshot');
    expect(here.frames[0]?.data).toMatchObject({
      _id: job._id,
      status: 'running',
      error: [],
      tasks: {
        a1: {
          name: 'ViewData',
          summary: 'Do ViewData',
          status: 'running',
          finish_state: null,
          iterations: 1,
        },
      },
    });
    // One after the other on either node: followers of both hear of it.
    await finishOne(job);
    for (const reader of [here, there])
      await reader.until(({ data }) => data.tasks['b2']?.status === 'running');
    await finishOne(job, nodes.otherNode);
    for (const reader of [here, there]) {
      await reader.untilEnd();
      const last = reader.frames.at(-1);
      expect([last?.event, last?.data.status]).toEqual(['end', 'complete']);
      expect(reader.frames.at(-2)?.data).toMatchObject({ status: 'complete', progress: 1 });
    }
    const ids = here.frames.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });

  it('tells of the tasks that changed alone', async () => {
    const job = await start('Two looks');
    const reader = await follow(job);
    await reader.until(({ event }) => event === 'snapshot');
    await finishOne(job);
    const frames = await reader.until(({ event }) => event === 'change');
    const change = frames.find(({ event }) => event === 'change');
    expect(Object.keys(change?.data.tasks ?? {})).toEqual(['a1', 'b2']);
  });

  it('says nothing again to who comes back, and everything that has changed meanwhile', async () => {
    const job = await start('Two looks');
    const first = await follow(job);
    const [snapshot] = await first.until(({ event }) => event === 'snapshot');
    first.leave();
    const headers = { 'last-event-id': snapshot?.id ?? '' };
    const same = await follow(job, { headers });
    await finishOne(job);
    await same.until(({ event }) => event === 'change');
    expect(same.frames.map(({ event }) => event)).not.toContain('snapshot');
    const late = await follow(job, { headers, on: nodes.otherNode });
    await late.until(({ event }) => event === 'snapshot');
    const refused = await app.as('admin', 'GET', `${JOBS}/${job._id}/follow`, {
      headers: { 'last-event-id': 'x' },
    });
    expect(refused.status).toBe(400);
  });

  it('ends with what is there for those who do not ask for a stream', async () => {
    const job = await start('Two looks');
    const { status, text } = await call('GET', `${JOBS}/${job._id}/follow`);
    expect(status).toBe(200);
    expect(text).toMatch(/^retry: 3000\n\nid: \d+\nevent: snapshot\ndata: .*\n\n$/);
  });

  it('is there for those who may see the job, as long as they may', async () => {
    const job = await start('Few see it');
    const hidden = await app.as<Refused>('operations', 'GET', `${JOBS}/${job._id}/follow`);
    expect([hidden.status, hidden.json.code]).toEqual([404, 'not-found']);
    expect((await call('GET', `${JOBS}/absent/follow`)).status).toBe(404);
    const roles = [{ provenance: 'platform', name: 'operations' }];
    const as = await aSignedInCaller(app.app, { roles, groups: ['few'] });
    const reader = await follow(job, { as });
    await reader.until(({ event }) => event === 'snapshot');
    await app.call('POST', '/logout', { token: as });
    await reader.untilEnd();
  });

  it('ends on all nodes when the account is closed', async () => {
    const job = await start('Few see it');
    const roles = [{ provenance: 'platform', name: 'operations' }];
    const account = await anAccount(app.app, { roles, groups: ['few'] });
    const as = await aSessionOf(app.app, account);
    const open = [await follow(job, { as }), await follow(job, { as, on: nodes.otherNode })];
    const body = { account: { inactive: true } };
    const path = `/authorization/accounts/${account._id}`;
    expect((await call('PATCH', path, body)).status).toBe(200);
    await Promise.all(open.map((reader) => reader.untilEnd()));
  });

  it('is bounded for each caller', async () => {
    const job = await start('Two looks');
    const open = await Promise.all(Array.from({ length: 20 }, () => follow(job)));
    expect(open.every(({ status }) => status === 200)).toBe(true);
    const refused = await app.call<Refused>('GET', `${JOBS}/${job._id}/follow`, { token });
    expect([refused.status, refused.json.code]).toEqual([429, 'too-many-streams']);
  });

  it('tells of what happens to jobs as events, once', async () => {
    const job = await start('Two looks');
    await call('POST', `${JOBS}/pause`, { jobIds: [job._id] });
    await call('POST', `${JOBS}/resume`, { jobIds: [job._id] });
    await call('POST', `${JOBS}/cancel`, { jobIds: [job._id] });
    const told = await eventually(
      () => topicsOf(job._id),
      (topics) => topics.includes('jobCancel'),
    );
    expect(told.filter((topic) => topic.startsWith('job'))).toEqual([
      ...['jobStart', 'jobPause', 'jobResume', 'jobCancel'],
    ]);
  });

  it('lets a job wait for an event that fits', async () => {
    const any = await start('Any event');
    const fitting = await start('Fitting event');
    await publish(1, 'other');
    await publish(5);
    const heard = await eventually(
      () => jobOf(any._id),
      ({ status }) => status === 'complete',
    );
    expect(heard.variables['heard']).toMatchObject({
      source: 'script',
      topic: 'done',
      payload: { n: 5 },
    });
    expect((await jobOf(fitting._id)).status).toBe('running');
    await publish(10);
    const fitted = await eventually(
      () => jobOf(fitting._id),
      ({ status }) => status === 'complete',
    );
    expect(fitted.variables['heard']).toMatchObject({ payload: { n: 10 } });
  });

  it('ends a circle of jobs that start each other by their events', async () => {
    const stub = { a1: anEngineTask('stub', { type: 'success', delay: '', response: '' }) };
    await workflow(anEngineWorkflow('In a circle', stub, ['start a1', 'a1 end']));
    const automation = await call<{ data: Job }>('POST', '/operations-manager/automations', {
      name: 'Circle',
      componentType: 'workflows',
      componentName: 'In a circle',
    });
    const schema = { type: 'object', properties: { workflowName: { const: 'In a circle' } } };
    const trigger = await call<{ data: Job }>('POST', '/operations-manager/triggers', {
      name: 'Again',
      type: 'eventSystem',
      actionType: 'automations',
      actionId: automation.json.data._id,
      source: 'WorkFlowEngine',
      topic: 'jobComplete',
      schema,
    });
    expect([trigger.status, trigger.text]).toEqual([200, expect.any(String)]);
    await start('In a circle');
    const path = `/operations-manager/triggers/${trigger.json.data._id}/runs`;
    const runs = await eventually(
      async () => (await call<{ data: { outcome: string }[] }>('GET', path)).json.data,
      (found) => found.some(({ outcome }) => outcome === 'refused'),
    );
    expect(runs.map(({ outcome }) => outcome).sort()).toEqual([
      'refused',
      ...Array.from({ length: 5 }, () => 'started'),
    ]);
  });

  it('counts jobs and tasks of the time that is asked for, as far as they may be seen', async () => {
    await workflow(twoLooks('Counted', { preAutomationTime: 60_000 }));
    const canceled = await start('Counted');
    await call('POST', `${JOBS}/cancel`, { jobIds: [canceled._id] });
    const job = await start('Counted');
    nodes.clock.advance({ seconds: 30 });
    await finishOne(job);
    await finishOne(job);
    await start('Few see it');
    const metrics = (
      path: string,
      role: 'admin' | 'operations' = 'admin',
    ): Promise<Answer<Figures>> => app.as<Figures>(role, 'GET', `/workflow_engine/${path}`);
    const { json: jobs } = await metrics('jobs/metrics?workflow=Counted&limit=1');
    expect(jobs).toMatchObject({ total: 1, skip: 0, limit: 1, truncated: false });
    expect(jobs.results[0]).toMatchObject({
      workflow: { name: 'Counted' },
      statuses: { canceled: 1, paused: 0 },
      run_time: { max: 30_000 },
    });
    expect(jobs.summary['time_saved']).toBeGreaterThan(0);
    const names = async (role: 'admin' | 'operations'): Promise<readonly unknown[]> =>
      (await metrics('jobs/metrics', role)).json.results.map(({ _id }) => _id);
    expect(await names('admin')).toContain('Few see it');
    expect(await names('operations')).not.toContain('Few see it');
    const { json: tasks } = await metrics('tasks/metrics?task=ViewData');
    expect(tasks.total).toBe(1);
    expect(tasks.results[0]).toMatchObject({ app: 'WorkFlowEngine', name: 'ViewData' });
    expect(tasks.results[0]?.statuses).toMatchObject({ error: 0 });
    const before = '?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z';
    expect((await metrics(`jobs/metrics${before}`)).json).toMatchObject({
      results: [],
      total: 0,
      from: '2020-01-01T00:00:00.000Z',
      to: '2020-01-02T00:00:00.000Z',
      summary: { jobs: 0, time_saved: null, run_time: { avg: null } },
    });
    const { text } = await call('GET', '/metrics');
    expect(text).toMatch(/^jobs_total\{outcome="complete"\} [1-9]/m);
    expect(text).toMatch(/^jobs_running [1-9]/m);
  });
});
