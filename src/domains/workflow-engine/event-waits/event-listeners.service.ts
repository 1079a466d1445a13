import { Injectable } from '@nestjs/common';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { isOfDatabase } from '../../../platform/database/mongo-failures.js';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { type PlatformEvent, toPlatformEvent } from '../../../platform/events/stored-event.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { JobStepsService } from '../runner/job-steps.service.js';
import { isMeant, listenedEvent, readListener } from './listener.js';
import { type Listening, ListenersRepository } from './listeners.repository.js';

const BATCH = 100;
/** For so long it is believed that nobody waits. */
const NOBODY_MS = 1000;
/** After so long every node has seen that the task waits, and tells it of what happens. */
const SETTLED_MS = 5 * NOBODY_MS;
/** A task is in the collection so long after it began to wait at the latest, unless its node has died. */
const YOUNG_MS = 60_000;
const YOUNG_MAX = 1000;
/** Events since then that are looked at for one task. */
const MISSED_MAX = 1000;

/**
 * Brings events to the tasks that wait for them. Told the same event again, it comes to the same: a task
 * ends once.
 */
@Injectable()
export class EventListenersService {
  private nobodyUntil = 0;
  /** Those whose missed events were looked for on this node. */
  private caughtUp = new Set<string>();

  constructor(
    private readonly listeners: ListenersRepository,
    private readonly events: EventLogRepository,
    private readonly steps: JobStepsService,
    private readonly clock: Clock,
    private readonly log: AppLogger,
  ) {}

  /** Only failures that pass are thrown, so that the feed tells the event again; any other costs this task the event. */
  async handle(event: PlatformEvent, signal: AbortSignal): Promise<void> {
    if (await this.nobodyWaits()) return;
    const failures: unknown[] = [];
    let after = '';
    for (;;) {
      const batch = await this.listeners.waitingFor(event, after, BATCH);
      for (const listening of batch) {
        signal.throwIfAborted();
        await this.offer(listening, event).catch((error: unknown) => failures.push(error));
      }
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) break;
      after = last._id;
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not every task heard of an event');
  }

  dueCondition(): DueCondition {
    return this.listeners.dueCondition(this.clock, YOUNG_MS);
  }

  /**
   * Finds events that happened after a task began to wait and before anybody could see that it does: its
   * step is written first, the task itself a moment later.
   */
  async catchUp(signal: AbortSignal): Promise<void> {
    const from = new Date(this.clock.now().getTime() - YOUNG_MS);
    const young = await this.listeners.waitingSince(from, YOUNG_MAX);
    for (const listening of young) {
      signal.throwIfAborted();
      if (!this.caughtUp.has(listening._id)) await this.hearMissed(listening);
    }
    const settled = this.clock.now().getTime() - SETTLED_MS;
    const old = young.filter(({ startedAt }) => startedAt.getTime() <= settled);
    this.caughtUp = new Set(old.map(({ _id }) => _id));
  }

  private async hearMissed(listening: Listening): Promise<void> {
    const { source, topic } = readListener(listening.listener);
    if (typeof source !== 'string' || typeof topic !== 'string') return;
    const wanted = { source, topic, from: listening.startedAt };
    for (const stored of await this.events.happenedSince(wanted, MISSED_MAX)) {
      if (await this.offer(listening, toPlatformEvent(stored))) return;
    }
  }

  /**
   * A job that cannot be read keeps nobody else waiting: it will not be readable a moment later either.
   * @returns whether there is nothing more to tell the task.
   */
  private async offer(listening: Listening, event: PlatformEvent): Promise<boolean> {
    try {
      return await this.tell(listening, event);
    } catch (error) {
      if (isPassing(error)) throw error;
      const fields = { err: error, job: listening.jobId, event: event.id };
      this.log.error(fields, 'a task could not be told of an event');
      return true;
    }
  }

  /** @returns whether the task has heard what it waited for. */
  private async tell(listening: Listening, event: PlatformEvent): Promise<boolean> {
    const { _id: iteration, jobId, task, startedAt, listener } = listening;
    // What happened before is none of its business.
    if (event.time < startedAt) return false;
    if (!(await isMeant(readListener(listener), event.payload))) return false;
    const outcome = { finish: 'success', output: listenedEvent(event) } as const;
    await this.steps.apply(jobId, { kind: 'finished', task, iteration, outcome });
    return true;
  }

  /** Whoever begins to wait meanwhile catches up. */
  private async nobodyWaits(): Promise<boolean> {
    if (performance.now() < this.nobodyUntil) return true;
    if (await this.listeners.hasAny()) return false;
    this.nobodyUntil = performance.now() + NOBODY_MS;
    return true;
  }
}

/** Whether it may go well a moment later. */
function isPassing(error: unknown): boolean {
  return isOfDatabase(error) || (error instanceof AppError && error.kind === 'unavailable');
}
