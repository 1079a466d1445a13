import { Injectable } from '@nestjs/common';
import { invariant } from '../../../kernel/invariant.js';
import { JobStarter } from '../../automations/starting/job-starter.service.js';
import { type Command } from '../engine/commands.js';
import { type Plan } from '../engine/plan.js';
import { type ToldTask } from '../following/job-event.js';
import { JobPublications } from '../following/job-publications.service.js';
import { manualWork } from '../iterations/iteration-documents.js';
import { type OutboxEntry } from './job-texts.service.js';
import { type SteppedJob } from './stepped-job.js';
import { WorkPool } from './work-pool.js';

/** As many children are begun, or told something, at a time. */
const AT_ONCE = 16;

/** What concerns other jobs. */
export type FamilyCommand = Extract<
  Command,
  { readonly kind: 'start-child' | 'control-children' | 'notify-parent' }
>;

/** Whoever brings jobs together that belong to each other. */
export interface JobFamily {
  /** @param rev the revision of the job that asked for it. */
  carryOut(at: SteppedJob, command: FamilyCommand, rev: number): Promise<void>;
}

/** Tells others what became of a job: those who follow events, its parent, its children, its trigger. */
@Injectable()
export class OutboxMessages {
  private readonly pool = new WorkPool(AT_ONCE);
  private family: JobFamily | undefined;

  constructor(
    private readonly publications: JobPublications,
    private readonly starter: JobStarter,
  ) {}

  attach(family: JobFamily): void {
    this.family = family;
  }

  async send(at: SteppedJob, entries: readonly OutboxEntry[]): Promise<void> {
    await Promise.all([this.publish(at, entries), this.tellFamily(at, entries)]);
    const { _id, endedAt, triggerId } = at.job;
    if (endedAt !== null && triggerId !== null) await this.starter.ended(_id);
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

  /** Children begin beside each other; what controls them waits until they have. */
  private async tellFamily(at: SteppedJob, entries: readonly OutboxEntry[]): Promise<void> {
    const starts: Promise<void>[] = [];
    for (const { rev, commands } of entries) {
      for (const command of commands.filter(isFamily)) {
        if (command.kind === 'start-child') starts.push(this.tell(at, command, rev));
        else {
          await Promise.all(starts.splice(0));
          await this.tell(at, command, rev);
        }
      }
    }
    await Promise.all(starts);
  }

  private async tell(at: SteppedJob, command: FamilyCommand, rev: number): Promise<void> {
    const { family } = this;
    invariant(family, 'somebody brings jobs together');
    await this.pool.run(() => family.carryOut(at, command, rev));
  }
}

function openedTask(
  { iteration }: Extract<Command, { kind: 'open-manual' }>,
  plan: Plan,
  workflow: string,
): ToldTask {
  const { id: _id, task } = iteration;
  const planned = plan.tasks[plan.places.get(task) ?? -1];
  return { _id, task, manual: manualWork(iteration, planned, workflow) };
}

function isFamily(command: Command): command is FamilyCommand {
  const { kind } = command;
  return kind === 'start-child' || kind === 'control-children' || kind === 'notify-parent';
}
