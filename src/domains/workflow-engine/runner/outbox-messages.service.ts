import { Injectable } from '@nestjs/common';
import { invariant } from '../../../kernel/invariant.js';
import { JobStartQueueService } from '../../automations/starting/job-start-queue.service.js';
import { type Command } from '../../../cores/engine/commands.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { type PublishedTask } from '../publishing/job-event.js';
import { JobPublicationsService } from '../publishing/job-publications.service.js';
import { manualWork } from '../store/iteration-documents.js';
import { type OutboxEntry } from '../store/values/job-state-codec.service.js';
import { type SteppedJob } from './stepped-job.js';
import { type StoredJob } from '../store/stored-job.js';
import { WorkPool } from './work-pool.js';

/** As many are told something at a time, and as many begun. */
const AT_ONCE = 16;

/** What concerns the children of a job. */
export type ControlChildren = Extract<Command, { readonly kind: 'control-children' }>;
type StartChild = Extract<Command, { readonly kind: 'start-child' }>;
type FamilyCommand =
  StartChild | ControlChildren | Extract<Command, { readonly kind: 'notify-parent' }>;

/** Whoever brings jobs together that belong to each other. */
export interface ChildJobs {
  startChildren(at: SteppedJob, commands: readonly StartChild[]): Promise<void>;
  /** @param rev the revision of the job that asked for it. */
  controlChildren(job: StoredJob, command: ControlChildren, rev: number): Promise<void>;
  tellParent(job: StoredJob, status: 'complete' | 'canceled'): Promise<void>;
}

/** Tells others what became of a job: those who follow events, its parent, its children, its trigger. */
@Injectable()
export class OutboxMessagesService {
  private readonly pool = new WorkPool(AT_ONCE);
  /** Who cancels or pauses does not wait until what is to be paused has begun. */
  private readonly controls = new WorkPool(AT_ONCE);
  private family: ChildJobs | undefined;

  constructor(
    private readonly publications: JobPublicationsService,
    private readonly queue: JobStartQueueService,
  ) {}

  attach(family: ChildJobs): void {
    this.family = family;
  }

  async send(at: SteppedJob, entries: readonly OutboxEntry[]): Promise<void> {
    await Promise.all([this.publish(at, entries), this.tellFamily(at, entries)]);
    const { _id, endedAt, triggerId } = at.job;
    if (endedAt !== null && triggerId !== null) await this.queue.markEnded(_id);
  }

  private async publish({ job, plan }: SteppedJob, entries: readonly OutboxEntry[]): Promise<void> {
    for (const { rev, commands } of entries) {
      const opened = commands.flatMap((command) =>
        command.kind === 'open-manual' ? [openedTask(command, plan, job.name)] : [],
      );
      if (opened.length > 0) await this.publications.opened(job, opened);
      const publications = commands.flatMap((command) =>
        command.kind === 'publish' ? [command.publication] : [],
      );
      if (publications.length > 0) await this.publications.publish(job, publications, rev);
    }
  }

  /** What controls children waits until those that were asked for before are stored. */
  private async tellFamily(at: SteppedJob, entries: readonly OutboxEntry[]): Promise<void> {
    let starts: StartChild[] = [];
    const start = async (): Promise<void> => {
      const commands = starts;
      starts = [];
      if (commands.length === 0) return;
      await this.pool.run(at.job, () => this.related.startChildren(at, commands));
    };
    for (const { rev, commands } of entries) {
      for (const command of commands.filter(isFamily)) {
        if (command.kind === 'start-child') starts.push(command);
        else {
          await start();
          await this.tell(at.job, command, rev);
        }
      }
    }
    await start();
  }

  private async tell(
    job: StoredJob,
    command: Exclude<FamilyCommand, StartChild>,
    rev: number,
  ): Promise<void> {
    const { related } = this;
    if (command.kind === 'notify-parent') {
      await this.pool.run(job, () => related.tellParent(job, command.status));
    } else await this.controls.run(job, () => related.controlChildren(job, command, rev));
  }

  private get related(): ChildJobs {
    invariant(this.family, 'somebody brings jobs together');
    return this.family;
  }
}

function openedTask(
  { iteration }: Extract<Command, { kind: 'open-manual' }>,
  plan: Plan,
  workflow: string,
): PublishedTask {
  const { id: _id, task } = iteration;
  const planned = plan.tasks[plan.places.get(task) ?? -1];
  return { _id, task, manual: manualWork(iteration, planned, workflow) };
}

function isFamily(command: Command): command is FamilyCommand {
  const { kind } = command;
  return kind === 'start-child' || kind === 'control-children' || kind === 'notify-parent';
}
