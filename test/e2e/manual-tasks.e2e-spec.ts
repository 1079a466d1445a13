import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { ContentDocumentsService } from '../../src/domains/content/records/content-documents.service.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { type StoredIteration } from '../../src/domains/workflow-engine/store/stored-iteration.js';
import { OverdueTasksService } from '../../src/domains/workflow-engine/manual/overdue-tasks.service.js';
import { type ContentKindName } from '../../src/domains/content/kinds/content-kinds.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { type Principal } from '../../src/kernel/principal.js';
import { EventLogRepository } from '../../src/platform/events/event-log.repository.js';
import { isEvent, toPlatformEvent } from '../../src/platform/events/stored-event.js';
import { eventually } from '../support/eventually.js';
import { aJsonForm } from '../support/factories/a-json-form.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { aSignedInCaller, anAccount, aSessionOf } from '../support/sign-in.js';
import { type Answer, type CallOptions, type TestApp } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

const TASKS = '/operations-manager/tasks';
const JOBS = '/operations-manager/jobs';

interface Shown {
  readonly _id: string;
  readonly name: string;
  readonly status: string;
  readonly locked: boolean;
  readonly overdue: boolean;
  readonly groups: readonly string[];
  readonly job: JsonObject & { readonly task: string };
  readonly metrics: JsonObject;
}
interface Detail extends Shown {
  readonly description: string;
  readonly variables: { readonly incoming: JsonObject; readonly outgoing: JsonObject };
  readonly view: JsonObject & { readonly form: JsonObject | null; readonly diffs: JsonObject[] };
}
interface List {
  readonly data: readonly Shown[];
  readonly metadata: { readonly total: number };
}
interface One {
  readonly message: string;
  readonly data: Shown;
}
interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Job {
  readonly _id: string;
  readonly status: string;
  readonly variables: JsonObject;
  readonly tasks: Readonly<
    Record<string, { readonly status: string; readonly metrics: JsonObject }>
  >;
}

const manual = (name: string, incoming: JsonObject, more: JsonObject = {}): JsonObject =>
  anEngineTask(name, incoming, { type: 'manual', ...more });

/** One task of each kind that people work, all open at once. */
const EACH = anEngineWorkflow(
  'Each kind',
  {
    a1: manual('ViewData', {
      header: 'Upgrade <!device!>',
      message: '<script>x</script>',
      body: { port: 1 },
      variables: { device: '<sw1>' },
      btn_success: 'Go',
      btn_failure: '',
    }),
    a2: manual(
      'ShowJsonForm',
      { form_id: 'Access', instance_data: { host: 'given' } },
      { app: 'JsonForms', outgoing: { export: '$var.job.answers' } },
    ),
    a3: manual(
      'RenderJsonSchema',
      {
        jsonSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
        uiSchema: {},
        bindingSchema: {},
        validationSchema: {},
        formData: {},
      },
      { app: 'JsonForms', outgoing: { export: '$var.job.rendered' } },
    ),
    a4: manual('ViewDiff', { label1: 'a', label2: 'b', value1: 'x\ny', value2: 'x\nz' }),
    a5: manual(
      'viewTemplateResults',
      { mop_template_results: { name: 't', commands_results: [] } },
      { app: 'MOP' },
    ),
  },
  [1, 2, 3, 4, 5].flatMap((at) => [`start a${String(at)}`, `a${String(at)} end`]),
);

const PASSWORD = anEngineWorkflow(
  'Password',
  {
    a1: manual(
      'RenderJsonSchema',
      {
        jsonSchema: {
          type: 'object',
          properties: { word: { type: 'string', format: 'password' } },
        },
      },
      { app: 'JsonForms', outgoing: { export: '$var.job.answers' } },
    ),
  },
  ['start a1', 'a1 end'],
);

describe('manual tasks', () => {
  const nodes = new TwoNodes('manual-tasks');
  let app: TestApp;
  let ada: string;
  let eve: string;
  let groupId: string;

  const call = <T = One & Refused>(
    token: string,
    method: string,
    path: string,
    { on = app, ...options }: CallOptions & { on?: TestApp } = {},
  ): Promise<Answer<T>> => on.call<T>(method, path, { token, ...options });
  const document = async (kind: ContentKindName, content: JsonObject): Promise<string> => {
    const importer = { id: 'importer', username: 'importer' } as unknown as Principal;
    const documents = app.app.get(ContentDocumentsService, { strict: false });
    return (await documents.create(kind, { document: content, pointer: '#' }, importer)).id;
  };
  const start = async (workflow: string, options: JsonObject = {}): Promise<Job> => {
    const body = { workflow, options };
    const answer = await app.as<{ data: Job }>('admin', 'POST', `${JOBS}/start`, { body });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data;
  };
  const jobOf = async (id: string): Promise<Job> =>
    (await app.as<{ data: Job }>('admin', 'GET', `${JOBS}/${id}`)).json.data;
  const tasksOf = async (job: Job, token = ada): Promise<ReadonlyMap<string, string>> => {
    const { json } = await call<List>(token, 'GET', `${TASKS}?job=${job._id}`);
    return new Map(json.data.map((task) => [task.job.task, task._id]));
  };
  const taskOf = async (job: Job, task = 'a1'): Promise<string> =>
    (await tasksOf(job)).get(task) ?? 'none';
  const list = async (query: string, token = ada): Promise<List> =>
    (await call<List>(token, 'GET', `${TASKS}?${query}`)).json;
  /** Where the first fault of a refusal is. */
  const pointerOf = ({ json }: Answer<Refused>) => json.errors?.[0]?.pointer;
  const finish = (id: string, body: JsonObject, token = ada) =>
    call(token, 'POST', `${TASKS}/${id}/finish`, { body });
  const eventsOf = async (topic: string, taskId: string): Promise<readonly JsonObject[]> => {
    const events = await app.app.get(EventLogRepository, { strict: false }).after(0, 10_000);
    return events
      .filter(isEvent)
      .filter((event) => event.topic === topic)
      .map((event) => toPlatformEvent(event).payload)
      .filter((payload) => payload['taskId'] === taskId);
  };
  const approval = (name: string, more: JsonObject = {}): JsonObject =>
    anEngineWorkflow(
      name,
      { a1: manual('ViewData', { btn_success: 'Yes', btn_failure: 'No' }, more) },
      ['start a1', 'a1 end', 'a1 failure end'].slice(0, 2),
    );

  beforeAll(async () => {
    await nodes.start();
    app = nodes.node;
    const roles = [{ provenance: 'platform', name: 'operator' }];
    ada = await aSessionOf(app.app, await anAccount(app.app, { username: 'ada', roles }));
    eve = await aSessionOf(app.app, await anAccount(app.app, { username: 'eve', roles }));
    const records = app.app.get(UserRecordsService, { strict: false });
    groupId = (await records.ensureGroup({ provenance: 'local', name: 'night shift' }))._id;
    await document('json-form', aJsonForm('Access'));
    await document('workflow', EACH);
    await document('workflow', PASSWORD);
    await document('workflow', approval('Approval'));
    await document('workflow', approval('For the night', { groups: [groupId] }));
    await document('workflow', { ...approval('Restricted'), groups: [groupId] });
  });

  afterAll(() => nodes.close());

  it('are in the queue of everybody who may work them, and told of once', async () => {
    const job = await start('Each kind', { description: 'All of them' });
    const found = await list(`job=${job._id}&limit=2&skip=1`);
    expect(found.metadata).toMatchObject({ total: 5, currentPageSize: 2, nextPageSkip: 3 });
    const all = await list(`job=${job._id}`);
    expect(all.data.map((task) => task.job.task).sort()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    const task = all.data.find((one) => one.job.task === 'a1');
    expect(task).toMatchObject({
      name: 'ViewData',
      summary: 'Do ViewData',
      app: 'WorkFlowEngine',
      status: 'running',
      iteration: 1,
      groups: [],
      locked: false,
      overdue: false,
      job: {
        _id: job._id,
        name: 'Each kind',
        description: 'All of them',
        status: 'running',
        index: null,
      },
      metrics: {
        owner: null,
        claim_time: null,
        end_time: null,
        finish_state: null,
        due_time: null,
      },
    });
    const told = await eventually(
      () => eventsOf('manualTaskOpened', task?._id ?? ''),
      ({ length }) => length > 0,
    );
    expect(told).toEqual([
      expect.objectContaining({
        jobId: job._id,
        task: 'a1',
        workflowName: 'Each kind',
        groups: [],
      }),
    ]);
  });

  it('are shown as people need them', async () => {
    const tasks = await tasksOf(await start('Each kind'));
    const view = async (task: string): Promise<Detail> => {
      const path = `${TASKS}/${tasks.get(task) ?? ''}`;
      return (await call<{ data: Detail }>(ada, 'GET', path)).json.data;
    };
    const data = await view('a1');
    expect(data).toMatchObject({
      description: 'What ViewData does',
      variables: { incoming: { header: 'Upgrade <!device!>' }, outgoing: {} },
      view: {
        kind: 'data',
        header: 'Upgrade &lt;sw1&gt;',
        message: '&lt;script&gt;x&lt;/script&gt;',
        buttons: [{ label: 'Go', finish_state: 'success' }],
        form: null,
      },
    });
    const form = await view('a2');
    expect(form.view).toMatchObject({
      kind: 'form',
      form: { name: 'Access', formData: { host: 'given' }, schema: { required: ['host'] } },
    });
    expect((await view('a3')).view.form).toMatchObject({ id: null, schema: { required: ['n'] } });
    expect((await view('a4')).view.diffs).toEqual([
      {
        label1: 'a',
        label2: 'b',
        truncated: false,
        lines: [
          { kind: 'same', text: 'x' },
          { kind: 'removed', text: 'y' },
          { kind: 'added', text: 'z' },
        ],
      },
    ]);
    expect((await view('a5')).view).toMatchObject({ templateResults: { name: 't' } });
    const absent = await call(ada, 'GET', `${TASKS}/absent`);
    expect([absent.status, absent.json.code]).toEqual([404, 'not-found']);
  });

  it('go to one of two who claim them at once, whatever node they ask', async () => {
    const id = await taskOf(await start('Approval'));
    const path = `${TASKS}/${id}/claim`;
    const answers = await Promise.all([
      call(ada, 'POST', path),
      call(eve, 'POST', path, { on: nodes.otherNode }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.json.code).toBe('claimed');
    const winner = answers[0].status === 200 ? ada : eve;
    // Whoever has it already keeps it, and claims it as often as they like.
    const again = await call(winner, 'POST', path, { on: nodes.otherNode });
    expect([again.status, again.json.data.locked]).toEqual([200, true]);
    expect((await list('mine=true', winner)).data.map(({ _id }) => _id)).toContain(id);
    expect((await list('open=true', winner)).data.map(({ _id }) => _id)).not.toContain(id);
  });

  it('are put back by who has them, and by administrators', async () => {
    const id = await taskOf(await start('Approval'));
    const release = (token: string) => call(token, 'POST', `${TASKS}/${id}/release`);
    expect((await release(ada)).json.code).toBe('not-claimed');
    await call(ada, 'POST', `${TASKS}/${id}/claim`);
    expect((await release(eve)).json.code).toBe('claimed');
    const released = await release(await app.tokenOf('admin'));
    expect([released.status, released.json.data.metrics['owner']]).toEqual([200, null]);
    await call(ada, 'POST', `${TASKS}/${id}/claim`);
    expect((await release(ada)).status).toBe(200);
    expect((await call(ada, 'POST', `${TASKS}/absent/release`)).status).toBe(404);
    expect((await call(ada, 'POST', `${TASKS}/absent/claim`)).status).toBe(404);
  });

  it('let the job go on when they are finished, once', async () => {
    const job = await start('Approval');
    const id = await taskOf(job);
    await call(eve, 'POST', `${TASKS}/${id}/claim`);
    const others = await finish(id, { finish_state: 'success' });
    expect([others.status, others.json.code]).toEqual([409, 'claimed']);
    const done = await finish(id, { finish_state: 'success' }, eve);
    expect([done.status, done.json.message]).toEqual([
      200,
      "Successfully finished task 'Do ViewData'",
    ]);
    const ended = await eventually(
      () => jobOf(job._id),
      ({ status }) => status === 'complete',
    );
    expect(ended.tasks['a1']).toMatchObject({
      status: 'complete',
      metrics: { owner: 'eve', finish_state: 'success' },
    });
    const again = await finish(id, { finish_state: 'success' }, eve);
    expect([again.status, again.json.code]).toEqual([409, 'task-over']);
    expect((await tasksOf(job)).size).toBe(0);
    const shown = await call<{ data: Detail }>(ada, 'GET', `${TASKS}/${id}`);
    expect(shown.json.data).toMatchObject({
      status: 'complete',
      metrics: { finish_state: 'success' },
    });
    expect((await finish('absent', { finish_state: 'success' })).status).toBe(404);
  });

  it('are finished by one of two, whatever node they ask', async () => {
    const job = await start('Approval');
    const id = await taskOf(job);
    const body = { finish_state: 'success' };
    const path = `${TASKS}/${id}/finish`;
    const answers = await Promise.all([
      call(ada, 'POST', path, { body }),
      call(eve, 'POST', path, { body, on: nodes.otherNode }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('offer failure only where they have a button for it', async () => {
    const id = await taskOf(await start('Each kind'));
    const refused = await finish(id, { finish_state: 'failure' });
    expect([refused.status, refused.json.errors?.[0]?.pointer]).toEqual([400, '#/finish_state']);
    const unknown = await finish(id, { finish_state: 'success', variables: { x: 1 } });
    expect([unknown.status, unknown.json.errors?.[0]?.pointer]).toEqual([400, '#/variables/x']);
    const job = await start('Approval');
    expect((await finish(await taskOf(job), { finish_state: 'failure' })).status).toBe(200);
    // Nobody drew what happens then.
    expect((await jobOf(job._id)).status).toBe('error');
  });

  it('hold answers to the form, and keep what it makes of them', async () => {
    const job = await start('Each kind');
    const tasks = await tasksOf(job);
    const stored = tasks.get('a2') ?? '';
    const outgoing = { export: { host: 'UPPER' } };
    const refused = await finish(stored, { finish_state: 'success', variables: { outgoing } });
    expect(refused.status).toBe(400);
    expect(pointerOf(refused)).toBe('#/variables/outgoing/export/host');
    const noObject = { finish_state: 'success', variables: { export: 5 } };
    expect(pointerOf(await finish(stored, noObject))).toBe('#/variables/export');
    const good = { finish_state: 'success', variables: { export: { host: 'lower' } } };
    expect((await finish(stored, good)).status).toBe(200);
    const rendered = tasks.get('a3') ?? '';
    const missing = await finish(rendered, { finish_state: 'success' });
    expect(pointerOf(missing)).toBe('#/variables/export/n');
    const given = { finish_state: 'success', variables: { export: { n: 5 } } };
    expect((await finish(rendered, given)).status).toBe(200);
    const { variables } = await jobOf(job._id);
    expect(variables).toMatchObject({
      answers: { host: 'lower', port: 22 },
      rendered: { n: 5 },
    });
  });

  it('remember who finished them, and hide what a form asks for in secret', async () => {
    const job = await start('Password');
    const id = await taskOf(job);
    const asked = { finish_state: 'success', variables: { export: { word: 'open sesame' } } };
    expect((await finish(id, asked)).status).toBe(200);
    const stored = await app.app
      .get<Connection>(getConnectionToken(), { strict: false })
      .collection<StoredIteration>('job_tasks')
      .findOne({ _id: id });
    expect(stored?.manual?.finishedBy).toMatchObject({ username: 'ada' });
    expect(JSON.stringify(stored)).not.toContain('open sesame');
    const ended = await jobOf(job._id);
    expect(ended.variables).toMatchObject({ answers: '<SECRET>' });
    expect((await call(ada, 'GET', `${TASKS}/${id}`)).text).not.toContain('open sesame');
  });

  it('end in error when somebody says so, and in nothing that cannot be stored', async () => {
    const job = await start('Approval');
    const id = await taskOf(job);
    const large = { finish_state: 'success', variables: { x: 'y'.repeat(13 * 1024 * 1024) } };
    const refused = await finish(id, large);
    expect([refused.status, refused.json.code]).toEqual([413, 'document-too-large']);
    expect((await finish(id, { finish_state: 'error', message: 'broken' })).status).toBe(200);
    expect((await jobOf(job._id)).status).toBe('error');
  });

  it('are handed on by who has them, to who may work them', async () => {
    const id = await taskOf(await start('Approval'));
    const assign = (token: string, body: JsonObject) =>
      call(token, 'POST', `${TASKS}/${id}/assign`, { body });
    expect((await assign(ada, { assignee: 'eve' })).json.data.metrics['owner']).toBe('eve');
    expect(await eventsOf('manualTaskAssigned', id)).toEqual([
      expect.objectContaining({ owner: 'eve', task: 'a1' }),
    ]);
    expect((await assign(ada, { assignee: 'ada' })).json.code).toBe('claimed');
    await anAccount(app.app, {
      username: 'reader',
      roles: [{ provenance: 'platform', name: 'apiread' }],
    });
    for (const assignee of ['reader', 'nobody']) {
      const refused = await assign(eve, { assignee });
      expect([refused.status, refused.json.errors?.[0]?.pointer]).toEqual([400, '#/assignee']);
    }
    expect((await assign(eve, {})).status).toBe(400);
    const admin = await app.tokenOf('admin');
    expect((await assign(admin, { assignee: null })).json.data.metrics['owner']).toBeNull();
    expect(
      (await call(ada, 'POST', `${TASKS}/absent/assign`, { body: { assignee: null } })).status,
    ).toBe(404);
  });

  it('are told of once when they are overdue, by whichever node', async () => {
    const id = await taskOf(await start('Approval'));
    const due = nodes.clock.now().getTime() + 60_000;
    const body = { due_time: due };
    const assigned = await call(ada, 'POST', `${TASKS}/${id}/assign`, { body });
    expect(assigned.json.data.metrics['due_time']).toBe(due);
    const look = async () => {
      const both = [nodes.node, nodes.otherNode];
      await Promise.all(
        both.map(({ app: node }) => node.get(OverdueTasksService, { strict: false }).look()),
      );
    };
    await look();
    expect(await eventsOf('manualTaskOverdue', id)).toEqual([]);
    nodes.clock.advance({ minutes: 1 });
    await look();
    await look();
    const told = await eventsOf('manualTaskOverdue', id);
    expect(told).toEqual([
      expect.objectContaining({ dueAt: new Date(due).toISOString(), owner: null }),
    ]);
    expect((await list('overdue=true')).data.map(({ _id, overdue }) => [_id, overdue])).toEqual([
      [id, true],
    ]);
  });

  it('are there for their groups, and for those of their job', async () => {
    const job = await start('For the night');
    const [nightly] = [...(await tasksOf(job, await app.tokenOf('admin'))).values()];
    const roles = [{ provenance: 'platform', name: 'operator' }];
    const owl = await aSignedInCaller(app.app, { roles, groups: ['night shift'] });
    expect((await tasksOf(job)).size).toBe(0);
    expect((await call(ada, 'POST', `${TASKS}/${nightly ?? ''}/claim`)).status).toBe(404);
    expect((await list(`group=${groupId}`, owl)).data.map(({ _id }) => _id)).toEqual([nightly]);
    expect((await list(`workflow=For the night`, owl)).metadata.total).toBe(1);
    expect((await call(owl, 'POST', `${TASKS}/${nightly ?? ''}/claim`)).status).toBe(200);
    const restricted = await start('Restricted');
    expect((await tasksOf(restricted)).size).toBe(0);
    const [theirs] = [...(await tasksOf(restricted, owl)).values()];
    const [told] = await eventsOf('manualTaskOpened', theirs ?? '');
    expect(told).toMatchObject({ workflowName: null, workflowId: null });
    const hidden = await call(ada, 'GET', `${TASKS}/${theirs ?? ''}`);
    expect(hidden.status).toBe(404);
  });

  it('vanish from the queue when their job is canceled', async () => {
    const job = await start('Approval');
    const id = await taskOf(job);
    await app.as('admin', 'POST', `${JOBS}/cancel`, { body: { jobIds: [job._id] } });
    expect((await tasksOf(job)).size).toBe(0);
    const late = await finish(id, { finish_state: 'success' });
    expect([late.status, late.json.code]).toEqual([409, 'task-over']);
    expect((await call(ada, 'POST', `${TASKS}/${id}/claim`)).json.code).toBe('task-over');
  });
});
