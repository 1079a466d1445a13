import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { canonicalJson } from '../../../kernel/canonical-json.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type JobStart, type JobStartRequest, type WaitingStart } from './job-start-request.js';
import { JobStartRequestsRepository } from './job-start-requests.repository.js';
import { openVariables, sealVariables } from './sealed-variables.js';

/** What came of asking for a job. */
export interface StartedJob {
  readonly jobId: string;
  /** False when the same was asked for before: the job is that one. */
  readonly isNew: boolean;
  /** False when that one began with other variables. */
  readonly isSame: boolean;
}

/**
 * Starts jobs, each exactly once: whoever asks for a job under an id that was asked for before, on
 * whichever node, gets that one. The engine takes the requests over (`waiting`), tells when it has one
 * (`taken`) and when its job has ended (`ended`).
 */
@Injectable()
export class JobStarter {
  #asked: () => void = () => undefined;

  constructor(
    private readonly requests: JobStartRequestsRepository,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** The engine of this node is told when something waits; what other nodes ask for it finds by looking. */
  whenAsked(listener: () => void): void {
    this.#asked = listener;
  }

  /**
   * @throws AppError `invalid-input` or `document-too-large` for variables that cannot be stored.
   */
  async start({ jobId, variables, ...start }: JobStart): Promise<StartedJob> {
    const sealed = sealVariables(this.box, variables);
    const canonical = canonicalJson(variables);
    const request = {
      ...start,
      _id: jobId,
      status: 'waiting' as const,
      variables: sealed,
      fingerprint: this.box.hash(canonical),
    };
    if (await this.requests.insert(request)) {
      this.#asked();
      return { jobId, isNew: true, isSame: true };
    }
    const present = await this.requests.find(jobId);
    return { jobId, isNew: false, isSame: present !== null && this.isOf(present, canonical) };
  }

  /** The job that was asked for under this id; null when none was. */
  async find(jobId: string): Promise<JobStartRequest | null> {
    return this.requests.find(jobId);
  }

  /**
   * Whether a job of the trigger is under way. One that waits for the engine counts: whoever forbids a
   * second run at a time means the one that has not begun as well.
   */
  async isRunning(triggerId: string): Promise<boolean> {
    return this.requests.hasUnended(triggerId);
  }

  /** What waits for the engine, oldest first. */
  async waiting(limit: number): Promise<readonly WaitingStart[]> {
    const found = await this.requests.findWaiting(limit);
    return found.map(({ _id, variables, ...start }) => ({
      ...start,
      jobId: _id,
      readVariables: () => openVariables(this.box, variables),
    }));
  }

  /** The engine has a job of this id now, and will not lose it. */
  async taken(jobId: string): Promise<void> {
    await this.requests.markTaken(jobId);
  }

  /** The job has ended for good: complete or canceled. */
  async ended(jobId: string): Promise<void> {
    await this.requests.markEnded(jobId, this.clock.now());
  }

  private isOf({ fingerprint }: JobStartRequest, canonical: string): boolean {
    return fingerprint === plainFingerprint(canonical) || this.box.matches(canonical, fingerprint);
  }
}

/** As requests had it before their variables were sealed. */
function plainFingerprint(canonical: string): string {
  return createHash('sha256').update(canonical).digest('base64url');
}
