import { describe, expect, it } from 'vitest';
import { aStoredJob } from '#test/support/factories/a-stored-job.js';
import { type JobStartQueueService } from '../../automations/starting/job-start-queue.service.js';
import { type Command } from '../../../cores/engine/commands.js';
import { compilePlan } from '../../../cores/engine/compile-plan.js';
import { initialState } from '../../../cores/engine/step.js';
import { type JobPublicationsService } from '../publishing/job-publications.service.js';
import { OutboxMessagesService } from './outbox-messages.service.js';
import { type SteppedJob } from './stepped-job.js';

const PLAN = compilePlan({ tasks: {}, transitions: {} }, { isInline: () => undefined });
const START: Command = {
  kind: 'start-child',
  childId: 'c',
  iteration: 'i',
  task: 'a',
  index: 0,
  isLoop: true,
  workflow: 'w',
  variables: {},
  actor: 'job',
};
const CANCEL: Command = { kind: 'control-children', iteration: 'i', control: 'cancel' };
/** More than are begun at a time. */
const MANY = 50;

function setup() {
  const told: string[] = [];
  let store: () => void = () => undefined;
  const stored = new Promise<void>((resolve) => (store = resolve));
  const messages = new OutboxMessagesService(
    {} as JobPublicationsService,
    {} as JobStartQueueService,
  );
  messages.attach({
    startChildren: async ({ job }) => {
      await stored;
      told.push(`start ${job._id}`);
    },
    controlChildren: ({ _id }) => {
      told.push(`cancel ${_id}`);
      return Promise.resolve();
    },
    tellParent: () => Promise.resolve(),
  });
  const send = (_id: string, ...commands: Command[]): Promise<void> =>
    messages.send(of(_id), [{ rev: 2, commands }]);
  return { send, told, store };
}

function of(_id: string): SteppedJob {
  const job = aStoredJob({ _id, endedAt: null });
  return { job, plan: PLAN, state: initialState(PLAN, {}, '') };
}

describe('what jobs tell each other', () => {
  it('cancels children while more starts wait than begin at a time', async () => {
    const { send, told, store } = setup();
    const starts = Array.from({ length: MANY }, (_, at) => send(`parent ${at}`, START));
    await send('canceled', CANCEL);
    expect(told).toEqual(['cancel canceled']);
    store();
    await Promise.all(starts);
    expect(told).toHaveLength(MANY + 1);
  });

  it('cancels the children of a job after those are stored that it asked for before', async () => {
    const { send, told, store } = setup();
    const sent = send('job', START, CANCEL);
    store();
    await sent;
    expect(told).toEqual(['start job', 'cancel job']);
  });
});
