import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobStarter } from '../../automations/starting/job-starter.service.js';
import { StartAdmission } from '../admission/start-admission.service.js';
import { JobStarts } from '../jobs/job-starts.service.js';

type WaitingStart = Awaited<ReturnType<JobStarter['waiting']>>[number];

/** How soon a node sees what another one asks for. */
const LOOK_MS = 2000;
const BATCH = 50;
/** A request that cannot be taken now keeps out of the way of others for so long. */
const REST_MS = 5000;

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
export class StartRequests implements OnApplicationBootstrap {
  /** When to look at requests again that could not be taken. */
  private readonly resting = new Map<string, number>();

  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly starter: JobStarter,
    private readonly starts: JobStarts,
    private readonly admission: StartAdmission,
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
    const waiting = await this.starter.waiting(BATCH + this.resting.size);
    if (waiting.length === 0 || (await this.admission.isClosed())) return;
    for (const request of waiting) {
      if (signal.aborted) return;
      if (!this.resting.has(request.jobId)) await this.take(request);
    }
  }

  private async take(request: WaitingStart): Promise<void> {
    try {
      await this.starts.start({
        id: request.jobId,
        workflow: request.workflowId,
        variables: request.readVariables(),
        description: request.description,
        startedBy: { id: request.startedBy, username: request.startedByName },
        startedWith: request.startedWith,
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
