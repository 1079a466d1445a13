import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobStartQueueService } from '../../automations/starting/job-start-queue.service.js';
import { StartAdmissionService } from '../admission/start-admission.service.js';
import { AdmittedJobsService } from '../runner/admitted-jobs.service.js';

type QueuedJobStart = Awaited<ReturnType<JobStartQueueService['waiting']>>[number];

/** How soon a node sees what another one asks for. */
const POLL_MS = 2000;
/** So many of one account at a time. */
const PER_STARTER = 10;
/** A request that cannot be taken now is tried again after so long; others come first. */
const RETRY_MS = 5000;
/** So many requests of one account that wait to be tried again hide its further ones. */
const DELAYED_MAX = 200;

/** Why a request can never become a job; anything else passes. */
const PERMANENT = new Set([
  'not-found',
  'not-startable',
  'workflow-draft',
  'invalid-input',
  'document-too-large',
]);

/** Takes requests of triggers from the queue and creates their jobs: each under the id that the trigger gave it, so none twice. */
@Injectable()
export class JobStartQueueWorkerService implements OnApplicationBootstrap {
  /** When to try requests again that could not be taken, by id. */
  private readonly delayed = new Map<string, number>();

  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly queue: JobStartQueueService,
    private readonly jobs: AdmittedJobsService,
    private readonly admission: StartAdmissionService,
    private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const poll = this.tasks.every('starts of jobs', POLL_MS, (signal) => this.poll(signal), {
      due: this.queue.dueCondition(),
    });
    this.queue.onEnqueued(poll);
  }

  /** Takes what waits. */
  async poll(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    for (const [id, until] of this.delayed) if (until <= now) this.delayed.delete(id);
    const waiting = await this.queue.waiting(
      PER_STARTER + Math.min(this.delayed.size, DELAYED_MAX),
    );
    if (waiting.length === 0 || (await this.admission.isClosed())) return;
    for (const request of waiting) {
      if (signal.aborted) return;
      if (!this.delayed.has(request.jobId)) await this.take(request);
    }
  }

  /** Takes one at once, unless nothing may begin: then the next poll finds it. */
  async takeNow(jobId: string): Promise<void> {
    const request = await this.queue.findWaiting(jobId);
    if (request && !(await this.admission.isClosed())) await this.take(request);
  }

  private async take(request: QueuedJobStart): Promise<void> {
    try {
      const variables = await request.readVariables();
      if (!variables) return;
      await this.jobs.create({
        id: request.jobId,
        workflow: request.workflowId,
        variables,
        description: request.description,
        startedBy: { id: request.startedBy, username: request.startedByName },
        startedWith: request.startedWith,
        answerable: request.answerable ?? [],
        automationId: request.automationId,
        triggerId: request.triggerId,
        chain: request.chain,
        guards: request.gbac ? [request.gbac] : [],
        mocks: null,
        parent: null,
      });
      await this.queue.markTaken(request.jobId);
    } catch (error) {
      await this.refuse(request, error);
    }
  }

  /** A limit or a database that is away passes; a workflow that is gone does not. */
  private async refuse({ jobId, workflowName }: QueuedJobStart, error: unknown): Promise<void> {
    const isPermanent = error instanceof AppError && PERMANENT.has(error.code);
    // Many wait for a limit, and say so every time.
    const level = this.admission.isTransient(error) ? 'debug' : 'warn';
    this.log[level](
      { err: error, job: jobId, workflow: workflowName },
      'a job could not be started',
    );
    if (isPermanent) await this.queue.markEnded(jobId);
    else this.delayed.set(jobId, performance.now() + RETRY_MS);
  }
}
