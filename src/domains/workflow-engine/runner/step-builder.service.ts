import { Injectable } from '@nestjs/common';
import { type Command } from '../../../cores/engine/commands.js';
import { type EngineEvent } from '../../../cores/engine/engine-event.js';
import { type JobState } from '../../../cores/engine/job-state.js';
import { type StepResult } from '../../../cores/engine/step.js';
import { invariant } from '../../../kernel/invariant.js';
import { JobSecretListsService } from '../store/values/job-secret-lists.service.js';
import {
  JobStateCodecService,
  type OutboxEntry,
  type StoredStep,
  type WrittenStep,
} from '../store/values/job-state-codec.service.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { ChildRefused } from './child-refused.js';
import { type StepBasis, StepRunnerService } from './step-runner.service.js';
import { type StoredJob } from '../store/stored-job.js';
import { lookThrough } from '../store/values/step-secrets.js';
import { ValueQuotaService } from '../store/values/value-quota.service.js';

/** A step that may be stored now: its large values are. */
export type MadeStep =
  | { readonly kind: 'made'; readonly written: WrittenStep }
  | Exclude<StepResult, { readonly kind: 'applied' }>;

/** What a new job is stored with. */
export interface FirstStep {
  readonly state: JobState;
  /** What it asks for. */
  readonly entries: readonly OutboxEntry[];
  readonly stored: StoredStep;
}

export const FIRST_REV = 1;

/** What a job says of its steps. */
export interface StepOf extends Pick<StoredJob, 'rootStarter' | 'secrets'> {
  /** Which of its commands are carried out. */
  readonly isTold: (command: Command) => boolean;
}

/** Computes steps, and stores the large values of what comes of them before the job refers to them. */
@Injectable()
export class StepBuilderService {
  constructor(
    private readonly runner: StepRunnerService,
    private readonly codec: JobStateCodecService,
    private readonly secrets: JobSecretListsService,
    private readonly values: JobValuesService,
    private readonly quota: ValueQuotaService,
  ) {}

  /** The first step of a job that begins now. */
  async begin(basis: StepBasis, of: Omit<StepOf, 'isTold'>): Promise<FirstStep> {
    const made = await this.make(basis, { kind: 'start' }, { ...of, isTold: () => true });
    invariant(made.kind === 'made', 'a new job takes its start');
    return this.first(made.written, of.rootStarter);
  }

  /** What a job waits with for its turn, or why it cannot: there is no room for its variables. */
  async queue(
    { jobId, plan, state }: Omit<StepBasis, 'job' | 'pending'>,
    { rootStarter, secrets }: Omit<StepOf, 'isTold'>,
  ): Promise<FirstStep | ChildRefused> {
    const step = { state, commands: [] };
    const written = this.codec.write({ jobId, plan }, step, this.secrets.open(secrets));
    const hasRoom = await this.quota.hasRoom(rootStarter);
    if (!hasRoom || !(await this.values.put(written.files, rootStarter)))
      return new ChildRefused(this.quota.refusal);
    return this.first(written, rootStarter);
  }

  private async first(written: WrittenStep, rootStarter: string): Promise<FirstStep> {
    const { state, commands } = written;
    const entries = commands.length > 0 ? [{ rev: FIRST_REV, commands }] : [];
    const stored = this.codec.storedStep(null, written, entries);
    await this.quota.noteKept(rootStarter, stored.keptBytes);
    return { state, entries, stored };
  }

  /** Where there is no room for large values, whatever makes one ends in error instead. */
  async make(basis: StepBasis, event: EngineEvent, of: StepOf): Promise<MadeStep> {
    const made = await this.computed(basis, event, of);
    if (made.kind !== 'made') return made;
    if (await this.values.put(made.written.files, of.rootStarter)) return made;
    const bounded = await this.computed({ ...basis, valueBound: this.quota.bound }, event, of);
    // Many small values are left, and what the job began with.
    if (bounded.kind === 'made') {
      await this.values.putAnyway(bounded.written.files, of.rootStarter);
    }
    return bounded;
  }

  private async computed(
    basis: StepBasis,
    event: EngineEvent,
    { secrets, isTold }: StepOf,
  ): Promise<MadeStep> {
    const result = await this.runner.run(basis, event);
    if (result.kind !== 'applied') return result;
    const step = { ...result, commands: result.commands.filter(isTold) };
    const known = await lookThrough(basis.plan, step, this.secrets.open(secrets));
    return { kind: 'made', written: this.codec.write(basis, step, known) };
  }
}
