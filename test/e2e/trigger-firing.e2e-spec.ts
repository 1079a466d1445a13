import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FiringApp, type Refused, type StartedJob, TRIGGERS } from '../support/firing-app.js';

describe('manual triggers', () => {
  let node: FiringApp;
  const run = <T = StartedJob>(id: string, body: unknown = {}, headers = {}) =>
    node.call<T>('POST', `${TRIGGERS}/manual/${id}/run`, { body, headers });

  beforeAll(async () => {
    node = await FiringApp.start('manual-triggers');
  });
  afterAll(() => node.close());

  it('start the job of their automation, and say which', async () => {
    const id = await node.trigger('manual', { name: 'By hand' });
    const { status, json } = await run(id, { formData: { port: 'eth0' } });
    expect(status).toBe(200);
    expect(json).toEqual({
      message: 'Successfully created the requested item',
      data: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'Turn up a port',
        workflowId: expect.any(String),
        description: "Automation 'Ports', started by trigger 'By hand'",
        status: 'waiting',
        automationId: node.automationId,
        triggerId: id,
        created: '2026-01-01T00:00:00.000Z',
        createdBy: 'engineer',
      },
      metadata: {},
    });
    expect(await node.runsOf(id)).toMatchObject([
      { outcome: 'started', jobId: json.data._id, reason: null, missed: null },
    ]);
  });

  it('are not there for who calls them otherwise', async () => {
    const { status, json } = await run<Refused>('nowhere');
    expect([status, json.detail]).toEqual([404, "Trigger 'nowhere' not found"]);
  });
});
