import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GroupsRepository } from '../../src/domains/user-management/stored/groups.repository.js';
import { WatchersRepository } from '../../src/domains/workflow-engine/control/watchers.repository.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import {
  aFlakyWorkflow,
  aManualWorkflow,
  anEngineTask,
  anEngineWorkflow,
} from '../support/factories/job-workflows.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

const JOBS = '/operations-manager/jobs';

interface Listed {
  readonly _id: string;
  readonly name: string;
  readonly status: string;
  readonly parent: { readonly job: string; readonly task: string; readonly index: number } | null;
  readonly standsAt: readonly { readonly task: string; readonly phase: string }[];
  readonly error: readonly { readonly message: string }[];
  readonly ancestors: readonly string[];
  readonly metrics: { readonly start_time: number };
  readonly [field: string]: unknown;
}
interface List {
  readonly data: readonly Listed[];
  readonly metadata: { readonly total: number; readonly nextCursor: string | null } & JsonObject;
}
interface One {
  readonly data: Listed & {
    readonly tasks: Readonly<Record<string, JsonObject>>;
    readonly variables: JsonObject;
  };
}
interface Bulk {
  readonly message: string;
  readonly data: {
    readonly matched: number;
    readonly processed: number;
    readonly outcomes: JsonObject;
    readonly failures: readonly JsonObject[];
    readonly nextCursor: string | null;
  };
}
interface Refused {
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

describe('many jobs', () => {
  let app: TestApp;
  let engineer: string;
  let member: string;
  let stranger: string;

  const signedIn = (username: string, groups: readonly string[] = []): Promise<string> =>
    aSignedInCaller(app.app, {
      username,
      roles: [{ provenance: 'platform', name: 'engineering' }],
      groups,
    });
  const workflow = async (automation: JsonObject): Promise<string> => {
    const made = await app.as<{ created: { _id: string } }>(
      'admin',
      'POST',
      '/automation-studio/automations',
      { body: { automation } },
    );
    if (made.status !== 200) throw new Error(made.text);
    return made.json.created._id;
  };
  const post = <T>(path: string, body: JsonObject, token = engineer): Promise<Answer<T>> =>
    app.call<T>('POST', `${JOBS}${path}`, { token, body });
  const start = async (name: string, variables: JsonObject = {}, token = engineer) => {
    const answer = await post<One>('/start', { workflow: name, options: { variables } }, token);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data._id;
  };
  const list = async (query = '', token = engineer): Promise<List> =>
    (await app.call<List>('GET', `${JOBS}?${query}`, { token })).json;
  const idsOf = ({ data }: List): readonly string[] => data.map(({ _id }) => _id);
  const get = async (id: string, token = engineer): Promise<One['data']> =>
    (await app.call<One>('GET', `${JOBS}/${id}`, { token })).json.data;
  const settled = async (id: string): Promise<One['data']> =>
    eventually(
      () => get(id),
      ({ status }) => status !== 'running',
    );
  const bulk = async (body: JsonObject, token = engineer): Promise<Bulk> =>
    (await post<Bulk>('/bulk', body, token)).json;
  const failing = async (name: string, count: number): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      ids.push(await start(name, { outcomes: ['success', 'error'] }));
    }
    for (const id of ids) await settled(id);
    return ids;
  };

  beforeAll(async () => {
    app = await startApp('jobs-lists');
    engineer = await signedIn('engineer');
    member = await signedIn('member', ['night']);
    stranger = await signedIn('stranger');
  });
  afterAll(() => app.close());

  describe('as a list', () => {
    let flakyId: string;
    let ids: readonly string[];
    let asks: string;
    let done: string;
    let after: string;
    let before: string;
    /** Without the jobs of other tests. */
    const listed = (query = ''): Promise<List> => list(`${after}&${before}&${query}`);

    beforeAll(async () => {
      flakyId = await workflow(aFlakyWorkflow('Listed'));
      await workflow(aManualWorkflow('Listed that asks'));
      ids = await failing('Listed', 3);
      asks = await start('Listed that asks', {}, stranger);
      done = await start('Listed', { outcomes: ['success'] });
      const [first, last] = [await get(ids[0] ?? ''), await settled(done)];
      after = `startedAfter=${new Date(first.metrics.start_time).toISOString()}`;
      before = `startedBefore=${new Date(last.metrics.start_time + 1).toISOString()}`;
    });

    it('come the latest first, each with where it stands and why', async () => {
      const { data, metadata } = await listed();
      const all = [done, asks, ...ids.toReversed()];
      expect(idsOf({ data, metadata })).toEqual(all);
      const unfiltered = idsOf(await list('limit=100'));
      expect(unfiltered.filter((id) => all.includes(id))).toEqual(all);
      expect(metadata).toEqual({
        skip: 0,
        limit: 25,
        total: 5,
        currentPageSize: 5,
        nextPageSkip: null,
        previousPageSkip: null,
        nextCursor: null,
      });
      expect(data[2]).toMatchObject({
        name: 'Listed',
        status: 'error',
        workflowId: flakyId,
        parent: null,
        ancestors: [ids[2]],
        watchers: ['engineer'],
        metrics: { user: 'engineer', end_time: null, run_time: null },
        automationId: null,
        triggerId: null,
        test: false,
      });
      expect(data[2]?.standsAt).toContainEqual({
        task: 'c3',
        name: 'stub',
        summary: 'Do stub',
        phase: 'error',
      });
      expect(data[2]?.error.length).toBeGreaterThan(0);
      expect(data[1]?.standsAt).toEqual([
        { task: 'b2', name: 'ViewData', summary: 'Do ViewData', phase: 'running' },
      ]);
      expect(data[0]).toMatchObject({ status: 'complete', standsAt: [], error: [] });
    });

    it('are found by status, workflow, task, time and who started them', async () => {
      expect(idsOf(await listed('status=error&order=1'))).toEqual(ids);
      expect((await listed('status=error&status=running')).metadata.total).toBe(4);
      expect(idsOf(await listed('workflow=Listed%20that%20asks'))).toEqual([asks]);
      expect((await listed(`workflow=${flakyId}`)).metadata.total).toBe(4);
      expect((await listed('standsAt=c3')).metadata.total).toBe(3);
      expect(idsOf(await listed('standsAt=b2&status=running'))).toEqual([asks]);
      expect(idsOf(await listed('startedBy=stranger'))).toEqual([asks]);
      const [first] = (await listed('order=1&limit=1')).data;
      const from = new Date((first?.metrics.start_time ?? 0) + 1).toISOString();
      expect((await list(`startedAfter=${from}&${before}`)).metadata.total).toBe(4);
      expect(idsOf(await list(`${after}&startedBefore=${from}`))).toEqual([ids[0]]);
      expect((await listed('workflow=Nothing&status=paused')).metadata.total).toBe(0);
    });

    it('are walked by a cursor, or by skipping', async () => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: List = await listed(`limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
        seen.push(...idsOf(page));
        cursor = page.metadata.nextCursor;
        expect(page.metadata.total).toBe(5);
      }
      expect(seen).toEqual([done, asks, ...ids.toReversed()]);
      const skipped = await listed('skip=3&limit=1');
      expect(idsOf(skipped)).toEqual(seen.slice(3, 4));
      expect(skipped.metadata).toMatchObject({ nextPageSkip: 4, previousPageSkip: 2 });
    });

    it('show the members that are asked for', async () => {
      const [some] = (await list('include=status,error&limit=1')).data;
      expect(Object.keys(some ?? {}).sort()).toEqual(['_id', 'error', 'name', 'status']);
      const [others] = (await list('exclude=metrics&limit=1')).data;
      expect(others).not.toHaveProperty('metrics');
      expect(others).toHaveProperty('standsAt');
      const path = `${JOBS}/${some?._id ?? ''}`;
      const one = await app.as<{ data: object }>('engineering', 'GET', `${path}?include=status`);
      expect(Object.keys(one.json.data).sort()).toEqual(['_id', 'name', 'status']);
      const { status, text } = await app.as('engineering', 'GET', `${path}?include=standsAt`);
      expect([status, text]).toEqual([400, expect.stringContaining('known: _id, name')]);
    });

    it.each([
      ['status=done', '#/status/0'],
      ['cursor=made-up', '#/cursor'],
      ['startedAfter=yesterday', '#/startedAfter'],
    ])('are not asked for by %s', async (query, pointer) => {
      const answer = await app.call<Refused>('GET', `${JOBS}?${query}`, { token: engineer });
      expect([answer.status, answer.json.errors?.[0]?.pointer]).toEqual([400, pointer]);
    });

    it('have their runs listed, of all tasks or of one', async () => {
      const [id = ''] = ids;
      const runs = async (query = '') =>
        (
          await app.call<{ data: readonly JsonObject[]; metadata: JsonObject }>(
            'GET',
            `${JOBS}/${id}/iterations?${query}`,
            { token: engineer },
          )
        ).json;
      const all = await runs();
      expect(all.metadata['total']).toBe(3);
      const { data } = await runs('task=c3');
      expect(data).toEqual([
        {
          _id: expect.any(String),
          name: 'stub',
          app: 'WorkFlowEngine',
          kind: expect.any(String),
          status: 'error',
          job: {
            _id: id,
            name: 'Listed',
            description: expect.any(String),
            task: 'c3',
            index: null,
          },
          iteration: 1,
          attempt: expect.any(Number),
          mocked: false,
          metrics: expect.objectContaining({ finish_state: 'error' }),
          variables: expect.objectContaining({ outgoing: expect.any(Object) }),
        },
      ]);
      expect((await runs('limit=1&skip=1')).metadata).toMatchObject({
        nextPageSkip: 2,
        previousPageSkip: 0,
      });
      expect((await runs('task=absent')).data).toEqual([]);
    });

    it('have no more watchers than they may', async () => {
      const watchers = app.app.get(WatchersRepository, { strict: false });
      for (let at = 0; at < 100; at += 1) await watchers.add(asks, `watcher ${String(at)}`);
      const answer = await post<Refused>(`/${asks}/watch`, {}, member);
      expect([answer.status, answer.json.code]).toEqual([409, 'too-many-watchers']);
    });
  });

  it('are children of one: named there, and found by it', async () => {
    await workflow(
      anEngineWorkflow('A child', { a1: anEngineTask('newVariable', { name: 'x', value: 1 }) }, [
        'start a1',
        'a1 end',
      ]),
    );
    await workflow(
      anEngineWorkflow(
        'A parent',
        {
          a1: anEngineTask(
            'childJob',
            {
              workflow: 'A child',
              variables: { color: { task: 'static', value: 'red' } },
              loopType: '',
              data_array: '',
              transformation: '',
              task: '',
            },
            { actor: 'job', outgoing: { job_details: '$var.job.child' } },
          ),
        },
        ['start a1', 'a1 end'],
      ),
    );
    const id = await start('A parent');
    const parent = await settled(id);
    expect(parent.status).toBe('complete');
    const { data, metadata } = await list(`parent=${id}`);
    expect(metadata.total).toBe(1);
    const [child] = data;
    expect(child).toMatchObject({
      name: 'A child',
      parent: { job: id, task: 'a1', index: 0 },
      ancestors: [id, child?._id],
    });
    expect(parent.tasks['a1']?.['childJobs']).toEqual([
      { _id: child?._id, name: 'A child', iteration: 0 },
    ]);
    expect((await list('parent=absent')).metadata.total).toBe(0);
  });

  describe('in bulk', () => {
    it('are counted first, then mended in parts, each with what came of it', async () => {
      await workflow(aFlakyWorkflow('Night'));
      const ids = await failing('Night', 4);
      const query = { workflow: 'Night', standsAt: 'c3', status: ['error'] };
      const counted = await bulk({ action: 'skip', query, dryRun: true });
      expect(counted.data).toMatchObject({
        action: 'skip',
        dryRun: true,
        matched: 4,
        processed: 0,
        failures: [],
        nextCursor: null,
      });
      expect(counted.message).toBe(
        '4 jobs would be taken past their task, as far as they allow it',
      );
      const first = await bulk({ action: 'skip', query, limit: 3 });
      expect(first.data).toMatchObject({
        matched: 4,
        processed: 3,
        outcomes: { applied: 3, unchanged: 0, refused: 0, absent: 0 },
        nextCursor: expect.any(String),
      });
      const rest = await bulk({ action: 'skip', query, cursor: first.data.nextCursor });
      expect(rest.data).toMatchObject({ matched: 1, processed: 1, nextCursor: null });
      for (const id of ids) expect((await settled(id)).status).toBe('complete');
    });

    it('are refused one by one, and the first are named', async () => {
      await workflow(aFlakyWorkflow('Over'));
      await failing('Over', 2);
      const id = await start('Over', { outcomes: ['success'] });
      await settled(id);
      const { data } = await bulk({ action: 'retry', query: { workflow: 'Over' } });
      expect(data.outcomes).toMatchObject({ applied: 2, refused: 1 });
      expect(data.failures).toEqual([
        { _id: id, name: 'Over', code: expect.any(String), message: expect.any(String) },
      ]);
    });

    it('need a condition, unless they only count', async () => {
      const refused = await post<Refused>('/bulk', { action: 'cancel', query: {} });
      expect([refused.status, refused.json.errors?.[0]?.pointer]).toEqual([400, '#/query']);
      expect((await post('/bulk', { action: 'cancel', query: {}, dryRun: true })).status).toBe(200);
    });

    it('need a task where the action is about one', async () => {
      const body = { action: 'continue', query: { status: ['error'] } };
      const answer = await post<Refused>('/bulk', body);
      expect([answer.status, answer.json.errors?.[0]?.pointer]).toEqual([400, '#/task']);
    });
  });

  describe('of a workflow with groups', () => {
    let id: string;

    beforeAll(async () => {
      const groups = app.app.get(GroupsRepository, { strict: false });
      const found = await groups.findReferred([], ['night']);
      await workflow(aManualWorkflow('Guarded', { groups: [found[0]?._id ?? ''] }));
      id = await start('Guarded', {}, member);
    });

    it('are started, seen and controlled by members and administrators', async () => {
      expect((await list('workflow=Guarded', member)).metadata.total).toBe(1);
      const admin = await app.as<List>('admin', 'GET', `${JOBS}?workflow=Guarded`);
      expect(admin.json.metadata.total).toBe(1);
      expect((await get(id, member)).status).toBe('running');
      const query = { workflow: 'Guarded' };
      expect((await bulk({ action: 'pause', query }, member)).data.outcomes['applied']).toBe(1);
      expect((await bulk({ action: 'resume', query }, member)).data.outcomes['applied']).toBe(1);
    });

    it('are not there for others, who cannot start them either', async () => {
      const { total } = (await list('', stranger)).metadata;
      expect(total).toBe((await list('', engineer)).metadata.total);
      expect((await list('workflow=Guarded', stranger)).metadata.total).toBe(0);
      expect((await list(`standsAt=b2&workflow=Guarded`, stranger)).metadata.total).toBe(0);
      const query = { workflow: 'Guarded' };
      expect((await bulk({ action: 'cancel', query }, stranger)).data.matched).toBe(0);
      const paused = await post<{ data: readonly JsonObject[] }>(
        '/pause',
        { jobIds: [id] },
        stranger,
      );
      expect(paused.json.data[0]).toMatchObject({ outcome: 'absent', status: null });
      const calls: readonly [string, string, JsonObject?][] = [
        ['GET', `${JOBS}/${id}`],
        ['GET', `${JOBS}/${id}/iterations`],
        ['POST', `${JOBS}/${id}/continue`, { fromTask: 'a1' }],
        ['POST', `${JOBS}/${id}/watch`, {}],
        ['POST', `/workflow_engine/jobs/${id}/continueJob`, { taskId: 'a1' }],
      ];
      for (const [method, path, body] of calls) {
        const answer = await app.call(method, path, { token: stranger, ...(body && { body }) });
        expect([path, answer.status]).toEqual([path, 404]);
      }
      const started = await post<Refused>('/start', { workflow: 'Guarded' }, stranger);
      expect([started.status, started.json.code]).toEqual([403, 'not-startable']);
      expect((await get(id, member)).status).toBe('running');
    });

    it('may be narrowed to groups where the workflow names none', async () => {
      await workflow(aManualWorkflow('Narrowed'));
      const options = { groups: ['night'] };
      const answer = await post<One>('/start', { workflow: 'Narrowed', options }, member);
      const { _id } = answer.json.data;
      expect((await app.call('GET', `${JOBS}/${_id}`, { token: stranger })).status).toBe(404);
      expect((await get(_id, member)).status).toBe('running');
    });
  });
});
