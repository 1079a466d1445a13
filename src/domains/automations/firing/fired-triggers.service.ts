import { cutText } from '../../../kernel/cut-text.js';
import { Injectable } from '@nestjs/common';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { isForEveryone } from '../../../kernel/gbac.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { type EventPayload } from '../../../platform/events/event-table.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { jobIdOf } from '../starting/job-id.js';
import { type JobStartRequest } from '../starting/job-start-request.js';
import { JobStartQueueService } from '../starting/job-start-queue.service.js';
import {
  StartableWorkflowsService,
  type WorkflowToStart,
} from '../starting/startable-workflows.service.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { type RunOutcome, type TriggerRun } from './trigger-run.js';
import { TriggerRunsRepository } from './trigger-runs.repository.js';

/** In whose name a job runs. */
export interface Starter {
  readonly id: string;
  readonly username: string;
  /** Ids of the roles that its credential was limited to; null for all of the account's. */
  readonly limits: readonly string[] | null;
}

/** A caller or an editor, with what the credential that it used was limited to. */
export function starterOf({ id, username }: Principal, limits: readonly string[] | null): Starter {
  return { id, username, limits };
}

/** An occurrence of a trigger: what makes it one, and what it leads to. */
export interface Occurrence {
  readonly trigger: StoredTrigger;
  /** What tells it from other occurrences of the trigger. */
  readonly id: string;
  /** The triggers that it follows from, the first one first. */
  readonly chain: readonly string[];
}

/** An occurrence that is to start a job. */
export interface Firing extends Occurrence {
  readonly starter: Starter;
  /** Who answers for the variables beside the starter. */
  readonly answerable?: readonly ResponsibleAccount[];
  /** Makes the variables, knowing what the workflow reads. */
  readonly variables: (inputSchema: unknown) => JsonObject;
}

/** What came of firing. */
export type FiringOutcome =
  | {
      readonly kind: 'started';
      readonly job: Omit<JobStartRequest, 'variables'>;
      /** False when the occurrence had started it before. */
      readonly isNew: boolean;
      /** False when it began with other variables then. */
      readonly isSame: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /** What is wrong with the variables, where it is that. */
      readonly cause?: AppError;
    };

const REASON_LENGTH_MAX = 1000;

/** Who wrote the transformation that made the variables. */
export function writtenBy(writer: ResponsibleAccount | null): readonly ResponsibleAccount[] {
  return writer === null ? [] : [writer];
}

/** Turns occurrences into jobs, each into exactly one, and notes what came of them. */
@Injectable()
export class FiredTriggersService {
  constructor(
    private readonly workflows: StartableWorkflowsService,
    private readonly queue: JobStartQueueService,
    private readonly runs: TriggerRunsRepository,
    private readonly events: EventPublisherService,
    private readonly clock: Clock,
  ) {}

  /** The job first, the note of it after: whoever is stopped in between finds the job when it repeats. */
  async fire(firing: Firing): Promise<FiringOutcome> {
    const workflow = await this.workflows.ofAutomation(firing.trigger.automationId);
    if (workflow.kind === 'refused') return this.refuse(firing, workflow.reason);
    try {
      await this.workflows.assertMayStart(workflow, firing.starter);
      return await this.start(firing, workflow);
    } catch (error) {
      if (!(error instanceof AppError) || !IS_FINAL.has(error.kind)) throw error;
      const refusal = await this.refuse(firing, error.detail);
      // Who calls an endpoint is not the one who may not start the workflow.
      const isOfCaller = error.kind !== 'forbidden' || firing.trigger.type === 'manual';
      return isOfCaller ? { ...refusal, cause: error } : refusal;
    }
  }

  /** Notes that an occurrence starts no job, and tells of it. */
  async refuse(
    occurrence: Occurrence,
    reason: string,
  ): Promise<Extract<FiringOutcome, { kind: 'refused' }>> {
    const { trigger, chain } = occurrence;
    const { _id, automationId } = trigger;
    await this.note(occurrence, 'refused', reason);
    // A reason names workflows and quotes payloads; whoever may see the automation finds it in the runs.
    const isHidden = await this.workflows.isHidden(automationId);
    const told = isHidden ? UNTOLD : { automationId, reason };
    const payload = { id: _id, ...told, chain: [...chain, _id] };
    await this.events.publish('triggerRefused', payload);
    return { kind: 'refused', reason };
  }

  /** Notes what came of an occurrence that started no job. */
  async note(
    occurrence: Occurrence,
    outcome: Exclude<RunOutcome, 'started'>,
    reason: string,
    missed: TriggerRun['missed'] = null,
  ): Promise<void> {
    const short = cutText(reason, REASON_LENGTH_MAX);
    await this.runs.note(this.runOf(occurrence, { outcome, reason: short, jobId: null, missed }));
  }

  /** Tells that an event met its limit; who runs the platform looks for the cause. */
  async tellLimited(payload: EventPayload<'eventJobsLimited'>): Promise<void> {
    await this.events.publish('eventJobsLimited', payload);
  }

  private async start(firing: Firing, workflow: WorkflowToStart): Promise<FiringOutcome> {
    const { trigger, id, chain, starter } = firing;
    const job = {
      jobId: jobIdOf(trigger._id, id),
      workflowId: workflow.id,
      workflowName: workflow.name,
      description: `Automation '${workflow.automationName}', started by trigger '${trigger.name}'`,
      automationId: trigger.automationId,
      triggerId: trigger._id,
      gbac: workflow.gbac,
      startedBy: starter.id,
      startedByName: starter.username,
      startedWith: starter.limits,
      // Whoever made the automation start this workflow answers for it beside those who wrote it.
      answerable: [...(firing.answerable ?? []), ...(workflow.madeBy ? [workflow.madeBy] : [])],
      chain: [...chain, trigger._id],
      at: this.clock.now(),
    };
    const variables = firing.variables(workflow.inputSchema);
    const { jobId, isNew, isSame } = await this.queue.enqueue({ ...job, variables });
    const started = { outcome: 'started', reason: null, jobId, missed: null } as const;
    await this.runs.note(this.runOf(firing, started));
    if (isNew) await this.tell(job);
    return { kind: 'started', job, isNew, isSame };
  }

  private async tell(job: Omit<JobStartRequest, 'variables'>): Promise<void> {
    const { jobId, workflowId, workflowName, automationId, triggerId, startedByName, chain } = job;
    const named = { workflowId, workflowName, automationId };
    const told = job.gbac && isForEveryone(job.gbac) ? named : NAMELESS;
    const payload = { jobId, ...told, triggerId, chain: [...chain] };
    await this.events.publish('jobRequested', payload, startedByName);
  }

  private runOf(
    { trigger, id }: Occurrence,
    result: Pick<TriggerRun, 'outcome' | 'reason' | 'jobId' | 'missed'>,
  ): TriggerRun {
    return {
      _id: jobIdOf(trigger._id, id),
      triggerId: trigger._id,
      automationId: trigger.automationId,
      occurrence: id,
      ...result,
      at: this.clock.now(),
    };
  }
}

/** Not everybody may see the job. */
const NAMELESS = { workflowId: null, workflowName: null, automationId: null } as const;
const UNTOLD = { automationId: null, reason: null } as const;

/** What is wrong with the variables, or may not be started, is so at every attempt. */
const IS_FINAL: ReadonlySet<AppError['kind']> = new Set([
  'invalid-input',
  'document-too-large',
  'forbidden',
] as const);
