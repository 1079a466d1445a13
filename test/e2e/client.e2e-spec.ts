import { readFileSync } from 'node:fs';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  applyPlan,
  type Client,
  connect,
  type EventNews,
  createServiceAccount,
  createWorkflow,
  followEvents,
  followJob,
  type JobNews,
  listEvents,
  paginate,
  pauseJobs,
  ProblemError,
  publishEvent,
  startJob,
  finishManualTask,
  getJob,
  listJobs,
  listManualTasks,
  UnreachableError,
  updateWorkflow,
  upgradeJob,
  whoami,
  importContent,
} from '../../packages/client/src/client.js';
import * as everything from '../../packages/client/src/client.js';
import { CuttingProxy } from '../support/cutting-proxy.js';
import { eventually } from '../support/eventually.js';
import { anEngineTask, anEngineWorkflow } from '../support/factories/job-workflows.js';
import { anAccount } from '../support/sign-in.js';
import { TwoNodes } from '../support/two-nodes.js';
import { walkLength } from '../support/walk-length.js';

/** Runs a program of a page: it has what it imports, and these globals. */
async function runProgram(text: string, globals: Readonly<Record<string, object>>): Promise<void> {
  const imports = /^import \{ ([^}]+) \} from '@netadmin\/client';$/gm;
  const names = [...text.matchAll(imports)].flatMap(([, list = '']) => list.split(', '));
  const given = { ...Object.fromEntries(names.map((name) => [name, clientOf(name)])), ...globals };
  const { outputText } = transpileModule(text.replaceAll(imports, ''), {
    compilerOptions: { target: ScriptTarget.ES2022, module: ModuleKind.ESNext },
  });
  const AsyncFunction = runProgram.constructor as new (
    ...parts: readonly string[]
  ) => (...values: readonly unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(given), outputText)(...Object.values(given));
}

function clientOf(name: string): unknown {
  return (everything as Readonly<Record<string, unknown>>)[name];
}

const TASKS = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6'];
const CUTS = walkLength(10, 50);
/** So many follow the same events at the same time, and pause at the same time. */
const FOLLOWERS = 5;

async function collected<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('the typed client', () => {
  const nodes = new TwoNodes('e2e-client');
  let proxy: CuttingProxy;
  let url: string;
  /** Of an administrator, through the proxy. */
  let client: Client;
  /** Of the same, without the proxy. */
  let direct: Client;

  const looks = (name: string) => {
    const task = () => anEngineTask('ViewData', { btn_success: 'Yes' }, { type: 'manual' });
    const edges = [...TASKS.keys()].map((at) => `${TASKS[at - 1] ?? 'start'} ${TASKS[at] ?? ''}`);
    const tasks = Object.fromEntries(TASKS.map((id) => [id, task()]));
    return anEngineWorkflow(name, tasks, [...edges, 'f6 end']);
  };

  beforeAll(async () => {
    await nodes.start();
    await anAccount(nodes.node.app, { username: 'carla', password: 'a-long-password' });
    proxy = new CuttingProxy([nodes.node.url, nodes.otherNode.url]);
    url = await proxy.start();
    const token = await nodes.node.tokenOf('admin');
    client = connect({ url, credentials: { token }, attempts: 20 });
    direct = connect({ url: nodes.node.url, credentials: { token } });
    await importContent({ client, body: { documents: [looks('Six looks')] } });
  });

  afterEach(() => {
    proxy.cutAfter = undefined;
  });

  afterAll(async () => {
    await proxy.stop();
    await nodes.close();
  });

  it('signs in by password and by client credentials', async () => {
    const byPassword = connect({
      url,
      credentials: { username: 'carla', password: 'a-long-password' },
    });
    expect((await whoami({ client: byPassword })).username).toBe('carla');
    const issued = await createServiceAccount({ client, body: { name: 'nightly' } });
    const { clientId, clientSecret } = issued;
    const machine = connect({ url, credentials: { clientId, clientSecret } });
    expect((await whoami({ client: machine })).username).toBe('nightly');
  });

  it('presents another token when the one it has is refused', async () => {
    const token = await nodes.node.tokenOf('operations');
    const tokens = ['not-one', token];
    const again = connect({ url, credentials: { token: () => tokens.shift() ?? '' } });
    expect((await whoami({ client: again })).provenance).not.toBe('');
    expect(tokens).toEqual([]);
  });

  it('throws what the platform refuses, with its code, pointers and request id', async () => {
    const refused = await startJob({
      client,
      // @ts-expect-error the name of a workflow is a text
      body: { workflow: 7, options: {} },
    }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect(refused).toMatchObject({ status: 400, code: 'invalid-input', pointers: ['#/workflow'] });
    expect((refused as ProblemError).requestId).toMatch(/./);
    const nobody = connect({ url: 'http://127.0.0.1:9', attempts: 1 });
    await expect(whoami({ client: nobody })).rejects.toThrow(UnreachableError);
  });

  it('sends changes again when their answer is lost, and each is done once', async () => {
    // Nothing of the answer; its beginning; all of it.
    proxy.cutAfter = (connection) => [0, 20, 20_000][connection % 3] ?? 0;
    const before = proxy.cuts;
    for (let n = 0; n < 10; n += 1) await publishAnew(n);
    const { results } = await listEvents({ client, query: { source: 'lost', limit: 100 } });
    const numbers = results.map(({ payload }) => (payload as { n: number }).n);
    expect(numbers.toReversed()).toEqual([...Array(10).keys()]);
    expect(proxy.cuts - before).toBeGreaterThan(9);
  });

  it('reads every page of a list, by cursor and by number', async () => {
    const workflow = 'Six looks of pages';
    await importContent({ client, body: { documents: [looks(workflow)] } });
    const body = { workflow, options: { description: 'paged' } };
    for (let n = 0; n < 5; n += 1) await startJob({ client, body });
    const jobs = await collected(paginate(listJobs, { client, query: { workflow, limit: 2 } }));
    expect(jobs).toHaveLength(5);
    expect(new Set(jobs.map(({ _id }) => _id)).size).toBe(5);
    for (let n = 0; n < 10; n += 1)
      await publishEvent({ client, body: { source: 'paged', topic: 'x', payload: { n } } });
    const events = await collected(
      paginate(listEvents, { client, query: { source: 'paged', limit: 3 } }),
    );
    expect(events).toHaveLength(10);
  });

  it(`follows events over ${String(CUTS * FOLLOWERS)} broken connections in all: none lost, none twice`, async () => {
    // Connections of before are whole for as long as they live.
    proxy.cutAll();
    const before = proxy.cuts;
    const count = 3 * CUTS;
    for (let n = 0; n < count; n += 1)
      await publishEvent({ client: direct, body: { source: 'cut', topic: 'x', payload: { n } } });
    // Each connection lives for one or two events, and is broken in the midst of one.
    proxy.cutAfter = (connection) => 200 + ((connection * 137) % 500);
    const followed = async (): Promise<readonly unknown[]> => {
      const events = followEvents(client, { source: 'cut', from: 0 }, { attempts: 1000 });
      const numbers: unknown[] = [];
      for await (const { payload } of events) {
        numbers.push(payload['n']);
        if (payload['n'] === count - 1) break;
      }
      return numbers;
    };
    const all = await Promise.all(Array.from({ length: FOLLOWERS }, followed));
    expect(all).toEqual(all.map(() => [...Array(count).keys()]));
    expect(proxy.cuts - before).toBeGreaterThanOrEqual(CUTS * FOLLOWERS);
  });

  it('follows events from now on where nothing else is said, until the caller ends it', async () => {
    const ended = new AbortController();
    const publish = async (n: number) =>
      publishEvent({ client: direct, body: { source: 'now', topic: 'x', payload: { n } } });
    await publish(1);
    const events = followEvents(direct, { source: 'now' }, { signal: ended.signal });
    let first: EventNews | undefined;
    const reading = (async () => {
      for await (const event of events) first ??= event;
    })();
    await eventually(
      async () => publish(2),
      () => first !== undefined,
    );
    expect(first?.payload).toEqual({ n: 2 });
    ended.abort();
    await expect(reading).rejects.toThrow('aborted');
  });

  it('follows a job to its end although connections break at every step', async () => {
    const { data } = await startJob({ client, body: { workflow: 'Six looks', options: {} } });
    const told: JobNews[] = [];
    const state: Record<string, unknown> = {};
    for await (const news of followJob(client, data._id)) {
      told.push(news);
      Object.assign(state, news.job.tasks);
      const running = Object.entries(news.job.tasks).find(([, { status }]) => status === 'running');
      proxy.cutAll();
      if (running) await finish(data._id);
    }
    const texts = told.map((news) => JSON.stringify(news));
    expect(new Set(texts).size).toBe(texts.length);
    expect(told.at(-1)?.job.status).toBe('complete');
    const { data: job } = await getJob({ client, path: { id: data._id } });
    expect(job.status).toBe('complete');
    const finished = TASKS.map((id) => (state[id] as { finish_state: string }).finish_state);
    expect(finished).toEqual(TASKS.map(() => 'success'));
  });

  it('applies the plan that was accepted, and shows the new one when something changed', async () => {
    const workflow = (value: number) => {
      const tasks = {
        a1: anEngineTask('ViewData', { btn_success: 'Yes' }, { type: 'manual' }),
        b2: anEngineTask('newVariable', { name: 'x', value }),
      };
      return anEngineWorkflow('Planned', tasks, ['start a1', 'a1 b2', 'b2 end']);
    };
    const { created } = await createWorkflow({ client, body: { automation: workflow(1) } });
    const save = (value: number) =>
      updateWorkflow({
        client,
        path: { id: String(created['_id']) },
        body: { update: workflow(value) },
      });
    const { data: job } = await startJob({ client, body: { workflow: 'Planned', options: {} } });
    await pauseJobs({ client, body: { jobIds: [job._id] } });
    await save(2);
    const shown: string[] = [];
    const upgrade = (isAccepted: (hash: string) => Promise<boolean>) =>
      applyPlan({
        plan: () => upgradeJob({ client, path: { id: job._id }, body: { dryRun: true } }),
        accept: ({ data }) => isAccepted(data.planHash),
        apply: ({ data: { planHash } }) =>
          upgradeJob({ client, path: { id: job._id }, body: { dryRun: false, planHash } }),
      });
    expect(await upgrade(() => Promise.resolve(false))).toBeUndefined();
    const outcome = await upgrade(async (hash) => {
      shown.push(hash);
      if (shown.length === 1) await save(3);
      return true;
    });
    expect(new Set(shown).size).toBe(2);
    expect(outcome?.data).toMatchObject({ planHash: shown[1], dryRun: false });
    const changing = upgrade(async () => {
      await save(shown.push('') + 3);
      return true;
    });
    await expect(changing).rejects.toMatchObject({ code: 'plan-changed' });
    expect(shown).toHaveLength(7);
  });

  it('runs every block of its page', async () => {
    const quick = { a1: anEngineTask('newVariable', { name: 'x', value: 1 }) };
    const report = anEngineWorkflow('Expiry Report', quick, ['start a1', 'a1 end']);
    await importContent({ client: direct, body: { documents: [report] } });
    const page = readFileSync('docs/typed-client.md', 'utf8');
    const blocks = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, text = '']) => text);
    const said: unknown[] = [];
    const log = (...words: readonly unknown[]) => said.push(words);
    const env = { NETADMIN_URL: nodes.node.url, NETADMIN_PASSWORD: 'first-admin-password' };
    await runProgram(blocks.join(''), { console: { log, error: log }, process: { env } });
    expect(blocks).toHaveLength(4);
    expect(said).toContainEqual([expect.any(String), 'Expiry Report']);
    expect(said).toContainEqual(['complete', 1]);
    expect(said).toContainEqual([expect.any(Number), 'jobComplete']);
    expect(said.at(-1)).toEqual(['nothing to do']);
  });

  /** Over a connection of its own. */
  async function publishAnew(n: number): Promise<void> {
    proxy.cutAll();
    await publishEvent({ client, body: { source: 'lost', topic: 'x', payload: { n } } });
  }

  async function finish(job: string): Promise<void> {
    const { data } = await listManualTasks({ client: direct, query: { job } });
    for (const { _id: id } of data)
      await finishManualTask({ client: direct, path: { id }, body: { finish_state: 'success' } });
  }
});
