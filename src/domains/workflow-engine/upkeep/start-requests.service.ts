import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobStartQueueService } from '../../automations/starting/job-start-queue.service.js';
import { StartAdmissionService } from '../admission/start-admission.service.js';
import { JobFactoryService } from '../runner/job-factory.service.js';

type WaitingStart = Awaited<ReturnType<JobStartQueueService['waiting']>>[number];

/** How soon a node sees what another one asks for. */
const LOOK_MS = 2000;
/** So many of one starter in one look. */
const EACH = 10;
/** A request that cannot be taken now keeps out of the way of others for so long. */
const REST_MS = 5000;
/** Behind so many of one starter that rest nothing of that one is looked for. */
const RESTING_MAX = 200;

/** Why a request can never become a job; anything else passes. */
const HOPELESS = new Set([
  'not-found',
  'not-startable',
  'workflow-draft',
  'invalid-input',
  'document-too-large',
]);

/** Begins the jobs that triggers ask for: each under the id that the trigger gave it, so none twice. */
@Injectable()
export class StartRequestsService implements OnApplicationBootstrap {
  /** When to look at requests again that could not be taken. */
  private readonly resting = new Map<string, number>();

  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly starter: JobStartQueueService,
    private readonly starts: JobFactoryService,
    private readonly admission: StartAdmissionService,
    private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const look = this.tasks.every('starts of jobs', LOOK_MS, (signal) => this.look(signal));
    this.starter.whenAsked(look);
  }

  /** Takes over what waits. */
  async look(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    for (const [id, until] of this.resting) if (until <= now) this.resting.delete(id);
    const waiting = await this.starter.waiting(EACH + Math.min(this.resting.size, RESTING_MAX));
    if (waiting.length === 0 || (await this.admission.isClosed())) return;
    for (const request of waiting) {
      if (signal.aborted) return;
      if (!this.resting.has(request.jobId)) await this.take(request);
    }
  }

  /** Takes over one at once, unless nothing may begin; whoever looks next takes it otherwise. */
  async takeNow(jobId: string): Promise<void> {
    const request = await this.starter.waitingFor(jobId);
    if (request && !(await this.admission.isClosed())) await this.take(request);
  }

  private async take(request: WaitingStart): Promise<void> {
    try {
      const variables = await request.readVariables();
      if (!variables) return;
      await this.starts.start({
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
      await this.starter.taken(request.jobId);
    } catch (error) {
      await this.refuse(request, error);
    }
  }

  /** A limit or a database that is away passes; a workflow that is gone does not. */
  private async refuse({ jobId, workflowName }: WaitingStart, error: unknown): Promise<void> {
    const isHopeless = error instanceof AppError && HOPELESS.has(error.code);
    // Many wait for a limit, and say so every time.
    const level = this.admission.isPassing(error) ? 'debug' : 'warn';
    this.log[level](
      { err: error, job: jobId, workflow: workflowName },
      'a job could not be started',
    );
    if (isHopeless) await this.starter.ended(jobId);
    else this.resting.set(jobId, performance.now() + REST_MS);
  }
}
