import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { canonicalJson } from '../../../kernel/canonical-json.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type JsonObject } from '../../../kernel/json.js';
import {
  type JobStatusSummary,
  type JobStartRequest,
  type StoredJobStart,
  type QueuedJobStart,
} from './job-start-request.js';
import { JobStartRequestsRepository, type QueuedHead } from './job-start-requests.repository.js';
import { openVariables, sealVariables } from '../stored/sealed-variables.js';

/** What came of a request. */
export interface EnqueuedJob {
  readonly jobId: string;
  /** False when the same was asked for before: the job is that one. */
  readonly isNew: boolean;
  /** False when that one began with other variables. */
  readonly isSame: boolean;
}

/** Starters who have a turn at a time. */
const STARTERS_MAX = 20;

/**
 * Jobs that triggers ask for, each started exactly once: a request under an id that was asked for before, on
 * whichever node, is that one. The engine takes the requests (`waiting`), says when it has one (`markTaken`)
 * and when its job has ended (`markEnded`).
 */
@Injectable()
export class JobStartQueueService {
  #onEnqueued: () => void = () => undefined;
  /** Who had the last turn. */
  #last = '';
  #startNow: (jobId: string) => Promise<JobStatusSummary | null> = () => Promise.resolve(null);

  constructor(
    private readonly requests: JobStartRequestsRepository,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** The engine of this node is told of what this node enqueues; it finds by polling what other nodes enqueue. */
  onEnqueued(listener: () => void): void {
    this.#onEnqueued = listener;
  }

  /** The engine of this node creates a job whose caller waits for it, and tells its state. */
  onStartNow(startNow: (jobId: string) => Promise<JobStatusSummary | null>): void {
    this.#startNow = startNow;
  }

  /** Starts an enqueued job without waiting for its turn; null where it cannot begin yet. */
  async startNow(jobId: string): Promise<JobStatusSummary | null> {
    return this.#startNow(jobId);
  }

  /**
   * @throws AppError `invalid-input` or `document-too-large` for variables that cannot be stored.
   */
  async enqueue({ jobId, variables, ...start }: JobStartRequest): Promise<EnqueuedJob> {
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
      this.#onEnqueued();
      return { jobId, isNew: true, isSame: true };
    }
    const present = await this.requests.find(jobId);
    return { jobId, isNew: false, isSame: present !== null && this.isOf(present, canonical) };
  }

  /** The job that was asked for under this id; null when none was. */
  async find(jobId: string): Promise<StoredJobStart | null> {
    return this.requests.find(jobId);
  }

  /**
   * Whether a job of the trigger is under way. One that waits for the engine counts: whoever forbids a
   * second run at a time means the one that has not begun as well.
   */
  async isRunning(triggerId: string): Promise<boolean> {
    return this.requests.hasUnended(triggerId);
  }

  dueCondition(): DueCondition {
    return this.requests.dueCondition();
  }

  /**
   * What waits for the engine. Starters have turns: of each the oldest, and the next time those come first who
   * had none this time.
   * @param each how many of one starter.
   */
  async waiting(each: number): Promise<readonly QueuedJobStart[]> {
    const starters = await this.startersInTurn();
    const found: (readonly QueuedHead[])[] = [];
    for (const starter of starters) found.push(await this.requests.findWaiting(starter, each));
    return inTurns(found).map((head) => this.toWaiting(head));
  }

  /** The same of one job; null where it does not wait. */
  async findWaiting(jobId: string): Promise<QueuedJobStart | null> {
    const found = await this.requests.find(jobId);
    return found?.status === 'waiting' ? this.toWaiting(found) : null;
  }

  private async variablesOf(jobId: string): Promise<JsonObject | null> {
    const found = await this.requests.find(jobId);
    return found?.status === 'waiting' ? openVariables(this.box, found.variables) : null;
  }

  /** Those behind the last one who had a turn, then those before; each once. */
  private async startersInTurn(): Promise<readonly string[]> {
    const starters = new Set<string>();
    for (let at = this.#last, isAround = false; starters.size < STARTERS_MAX;) {
      const next = await this.requests.nextStarter(at);
      if (next === null ? isAround : starters.has(next)) break;
      if (next === null) isAround = true;
      else starters.add(next);
      at = next ?? '';
    }
    const found = [...starters];
    this.#last = found.at(-1) ?? '';
    return found;
  }

  /** The engine has a job of this id now, and will not lose it. */
  async markTaken(jobId: string): Promise<void> {
    await this.requests.markTaken(jobId);
  }

  /** The job has ended for good: complete or canceled. */
  async markEnded(jobId: string): Promise<void> {
    await this.requests.markEnded(jobId, this.clock.now());
  }

  private toWaiting({
    _id,
    variables: _sealed,
    ...start
  }: QueuedHead & Partial<StoredJobStart>): QueuedJobStart {
    return { ...start, jobId: _id, readVariables: () => this.variablesOf(_id) };
  }

  private isOf({ fingerprint }: StoredJobStart, canonical: string): boolean {
    return fingerprint === plainFingerprint(canonical) || this.box.matches(canonical, fingerprint);
  }
}

/** The first of each, then the second of each. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const rounds = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)),
  ).flat();
}

/** As requests had it before their variables were sealed. */
function plainFingerprint(canonical: string): string {
  return createHash('sha256').update(canonical).digest('base64url');
}
