import { describe, expect, it } from 'vitest';
import { type AppLogger } from '../../../platform/logging/app-logger.js';
import { aStoredJob } from '#test/support/factories/a-stored-job.js';
import { type Command } from '../../../cores/engine/commands.js';
import { compilePlan } from '../../../cores/engine/compile-plan.js';
import { initialState } from '../../../cores/engine/step.js';
import {
  type JobStateCodecService,
  type OutboxEntry,
} from '../store/values/job-state-codec.service.js';
import { type OutboxEndsService } from './outbox-ends.service.js';
import { type OutboxIterationsService } from './outbox-iterations.service.js';
import { type OutboxMessagesService } from './outbox-messages.service.js';
import { OutboxService } from './outbox.service.js';
import { type SteppedJob } from './stepped-job.js';

const PLAN = compilePlan({ tasks: {}, transitions: {} }, { isInline: () => undefined });
const TELL: Command = { kind: 'notify-parent', status: 'complete' };
const ENTRIES: readonly OutboxEntry[] = [{ rev: 7, commands: [TELL] }];
const MEBIBYTE = 1024 * 1024;

function setup() {
  const sent: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const messages = {
    send: async ({ job }: SteppedJob) => {
      await held;
      sent.push(job._id);
    },
  } as unknown as OutboxMessagesService;
  const texts = { readOutbox: () => ENTRIES } as unknown as JobStateCodecService;
  const iterations = { store: () => Promise.resolve() } as unknown as OutboxIterationsService;
  const ends = { note: () => undefined } as unknown as OutboxEndsService;
  const log = { warn: () => undefined } as unknown as AppLogger;
  return { outbox: new OutboxService(texts, iterations, messages, ends, log), sent, release };
}

function ofSize(_id: string, mebibytes: number): SteppedJob {
  const job = aStoredJob({ _id, state: 'x'.repeat(mebibytes * MEBIBYTE), outbox: 'some' });
  return { job, plan: PLAN, state: initialState(PLAN, {}, '') };
}

describe('an outbox', () => {
  it('leaves in the job what it has no room for, and takes it up when there is room', async () => {
    const { outbox, sent, release } = setup();
    const [large, small] = [ofSize('large', 33), ofSize('small', 1)];
    await outbox.carryOut(large, ENTRIES);
    await outbox.carryOut(small, ENTRIES);
    expect([outbox.isAt('large'), outbox.isAt('small')]).toEqual([true, false]);
    expect(outbox.pendingOf(small.job)).toEqual(ENTRIES);
    release();
    await outbox.settled('large');
    await outbox.carryOut(small, ENTRIES);
    await outbox.settled('small');
    expect(sent).toEqual(['large', 'small']);
  });
});
