import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JobStepsService } from '../../src/domains/workflow-engine/runner/job-steps.service.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { aFlakyWorkflow } from '../support/factories/job-workflows.js';
import { type TestApp } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

const JOBS = '/operations-manager/jobs';

interface Job {
  readonly _id: string;
  readonly status: string;
  readonly tasks: Readonly<Record<string, { readonly iterations: readonly string[] }>>;
}
interface Answered {
  readonly status: number;
  readonly code?: string;
}

/** Lets nobody mend a job on these nodes before so many want to: by then all of them have seen it. */
function together(nodes: readonly TestApp[], callers: number): void {
  let arrived = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  for (const { app } of nodes) {
    const steps = app.get(JobStepsService);
    const mend = JobStepsService.prototype.repair.bind(steps);
    steps.repair = async (...asked) => {
      arrived += 1;
      if (arrived === callers) open();
      await opened;
      return mend(...asked);
    };
  }
}

describe('jobs that are mended on two nodes', () => {
  const nodes = new TwoNodes('jobs-nodes');
  const sendTo = async <T>(node: TestApp, path: string, body: JsonObject) =>
    node.as<T>('engineering', 'POST', path, { body });
  const failed = async (): Promise<string> => {
    const options = { variables: { outcomes: Array.from({ length: 9 }, () => 'error') } };
    const body = { workflow: 'Flaky', options };
    const { json } = await sendTo<{ data: Job }>(nodes.node, `${JOBS}/start`, body);
    return json.data._id;
  };
  const read = async (id: string): Promise<Job> =>
    (await nodes.node.as<{ data: Job }>('engineering', 'GET', `${JOBS}/${id}`)).json.data;
  const mend = async (
    callers: readonly TestApp[],
    path: string,
    body: JsonObject,
  ): Promise<Answered[]> => {
    together([nodes.node, nodes.otherNode], callers.length);
    const sent = callers.map((node) => sendTo<{ code?: string }>(node, path, body));
    return (await Promise.all(sent))
      .map(({ status, json: { code } }) => ({ status, ...(code !== undefined && { code }) }))
      .sort((one, other) => one.status - other.status);
  };
  const refused = { status: 409, code: 'wrong-state' };
  const continuing = (id: string) => `/workflow_engine/jobs/${id}/continueJob`;
  // Everything after the task runs at once and fails again: nothing else could tell callers apart.
  const mendings: readonly (readonly [string, (id: string) => string, JsonObject])[] = [
    ['continue', continuing, { taskId: 'a1' }],
    ['revert', (id) => `${JOBS}/${id}/revert`, { toTask: 'b2' }],
    ['retry', (id) => `${JOBS}/${id}/retry`, { task: 'c3' }],
    ['skip', (id) => `${JOBS}/${id}/skip`, { task: 'a1' }],
  ];

  beforeAll(async () => {
    await nodes.start();
    const body = { automation: aFlakyWorkflow('Flaky') };
    await nodes.node.as('admin', 'POST', '/automation-studio/automations', { body });
  });
  afterAll(() => nodes.close());

  for (const [name, pathOf, body] of mendings) {
    it(`take one effect of callers at once (${name})`, async () => {
      for (const callers of [
        [nodes.node, nodes.node, nodes.node],
        [nodes.node, nodes.otherNode, nodes.otherNode],
      ]) {
        const id = await failed();
        const answers = await mend(callers, pathOf(id), body);
        expect(answers).toEqual([{ status: 200 }, refused, refused]);
        const { status, tasks } = await read(id);
        expect([status, tasks['c3']?.iterations.length]).toEqual(['error', 2]);
      }
    });
  }

  it('take the effects of callers that come one after the other', async () => {
    const id = await failed();
    for (const node of [nodes.node, nodes.otherNode, nodes.node]) {
      expect(await mend([node], continuing(id), { taskId: 'a1' })).toEqual([{ status: 200 }]);
    }
    expect((await read(id)).tasks['c3']?.iterations).toHaveLength(4);
  });
});
