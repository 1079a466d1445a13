import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MOCKED_SUCCESS } from '../../../cores/engine/commands.js';
import { type EngineEvent } from '../../../cores/engine/engine-event.js';
import { type ChildRefused } from './child-refused.js';
import { type StartChild } from './child-creation.service.js';
import { ChildQueueService } from './child-queue.service.js';
import { FamiliesService } from './families.service.js';
import { JobStepsService } from './job-steps.service.js';
import { JobsRepository } from '../store/jobs.repository.js';
import {
  type ControlChildren,
  type ChildJobs,
  OutboxMessagesService,
} from './outbox-messages.service.js';
import { type SteppedJob } from './stepped-job.js';
import { type StoredJob } from '../store/stored-job.js';

/** Brings jobs together that belong to each other: all of it can be told twice. */
@Injectable()
export class ChildJobsService implements ChildJobs, OnModuleInit {
  constructor(
    private readonly messages: OutboxMessagesService,
    private readonly queue: ChildQueueService,
    private readonly steps: JobStepsService,
    private readonly jobs: JobsRepository,
    private readonly families: FamiliesService,
  ) {}

  onModuleInit(): void {
    this.messages.attach(this);
  }

  async startChildren(at: SteppedJob, commands: readonly StartChild[]): Promise<void> {
    for (const [command, refused] of await this.queue.add(at, commands)) {
      await this.steps.apply(at.job._id, refusal(at, command, refused));
    }
  }

  async controlChildren(
    { rootId }: StoredJob,
    { iteration, control }: ControlChildren,
    rev: number,
  ): Promise<void> {
    if (control === 'cancel') {
      await this.families.cancelChildrenOf(rootId, iteration);
      return;
    }
    for (const id of await this.jobs.openChildrenOf(iteration, rev)) {
      await this.steps.apply(id, { kind: control }, rev);
    }
  }

  async tellParent({ parent }: StoredJob, status: 'complete' | 'canceled'): Promise<void> {
    if (!parent) return;
    const { jobId, task, iteration, index } = parent;
    await this.steps.apply(jobId, { kind: 'child', task, iteration, index, status });
  }
}

function refusal(
  { job }: SteppedJob,
  { iteration, task, index }: StartChild,
  { isAbsent, message }: ChildRefused,
): EngineEvent {
  return isAbsent && job.mocks !== null
    ? { kind: 'stood-in', task, iteration, outcome: MOCKED_SUCCESS }
    : { kind: 'child', task, iteration, index, status: 'refused', message };
}
