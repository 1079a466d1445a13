import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { waitAtMost } from '../concurrency/wait-at-most.js';
import { AppLogger } from '../logging/app-logger.js';
import { BackgroundTasks, type BackgroundWork } from '../scheduling/background-tasks.js';
import { EventBatch } from './event-batch.js';
import { EventCursorsRepository } from './event-cursors.repository.js';
import { EventLogRepository } from './event-log.repository.js';
import { EventNotifier } from './event-notifier.js';
import { EventReader, type LogSlice } from './event-reader.js';
import { type PlatformEvent } from './stored-event.js';

const LOOK_MS = 1000;
/** Under load events come one by one: what came meanwhile is told in one go, and to all consumers at a time. */
const REST_MS = 100;
/** A node keeps the lock of a consumer so long after the last event: to take it and to find the place costs more than to read. */
const LINGER_MS = 250;
const BATCH = 100;
const PAUSE_MAX_MS = 60_000;
/** So often an event is told that its consumer cannot take, over about eight minutes; then it is left out. */
const ATTEMPTS_MAX = 12;

/**
 * What a consumer does with an event. It may be told the same one again (its id is the same) and must
 * look at `signal`. When it fails it is told again, and no later one before.
 */
export type EventHandler = (
  event: PlatformEvent,
  signal: AbortSignal,
  batch: EventBatch,
) => Promise<void>;

/** What a consumer may decide beside. */
export interface FeedOptions {
  /** While it says so, nothing is told; the events wait in their order. */
  readonly isPaused?: () => Promise<boolean>;
}

interface Consumer {
  readonly name: string;
  readonly handle: EventHandler;
  readonly reader: EventReader;
  readonly isPaused: (() => Promise<boolean>) | undefined;
  /** As far as this node knows, it has been told everything up to there. */
  toldUpTo?: number;
  failing?: { readonly seq: number; readonly attempts: number; readonly notBefore: number };
  /** This node looks for it, or has its lock and waits for the next event. */
  isLooking?: boolean;
  /** Something was stored here since the last reading. */
  isNotified?: boolean;
  /** Ends the waiting for the next event. */
  wake?: () => void;
}

/** Tells durable consumers of every event, in order and at least once, one node at a time. */
@Injectable()
export class EventFeedService implements OnModuleDestroy {
  readonly #deaf: (() => void)[] = [];
  /** Consumers that rest go on in the same moment: those who read the same are answered by one query. */
  #rest: Promise<void> | undefined;

  constructor(
    private readonly events: EventLogRepository,
    private readonly cursors: EventCursorsRepository,
    private readonly notifier: EventNotifier,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
  ) {}

  onModuleDestroy(): void {
    for (const end of this.#deaf.splice(0)) end();
  }

  /**
   * Tells `handle` of every event from now on; a consumer of this name that was there before goes on
   * where it stood, on whichever node. Resolves once the consumer misses nothing any more.
   */
  async follow(name: string, handle: EventHandler, options: FeedOptions = {}): Promise<void> {
    const reader = new EventReader(this.events);
    const consumer: Consumer = { name, handle, reader, isPaused: options.isPaused };
    const work: BackgroundWork = async (signal) => {
      consumer.isLooking = true;
      await this.look(consumer, signal).finally(() => (consumer.isLooking = false));
      // What was stored while the lock was given back.
      if (isNotified(consumer)) look();
    };
    const look = this.tasks.every(`events for ${name}`, LOOK_MS, work, {
      restMs: REST_MS,
      due: this.events.placesBehind(() => consumer.toldUpTo),
    });
    const notified = (): void => {
      consumer.isNotified = true;
      consumer.wake?.();
      if (!consumer.isLooking) look();
    };
    this.#deaf.push(this.notifier.listen(notified));
    try {
      await this.position(consumer);
    } catch (error) {
      this.log.error({ err: error, consumer: name }, 'a consumer of events is not known yet');
    }
  }

  private position({ name }: Consumer): Promise<number> {
    return this.cursors.findOrStart(name, () => this.events.lastPlace());
  }

  private async look(consumer: Consumer, stopping: AbortSignal): Promise<void> {
    let mayHave = isNotified(consumer);
    consumer.isNotified = false;
    if (isResting(consumer)) return;
    while (mayHave || (await this.hasNews(consumer))) {
      if ((await consumer.isPaused?.()) || hasStopped(stopping)) return;
      const isHere = await this.cursors.withFreeLock(consumer.name, async (lost) => {
        await this.tellWhileNotified(consumer, AbortSignal.any([stopping, lost]));
      });
      if (isHere) return;
      // Another node has the lock, and hears nothing of what is stored here.
      await delay(LINGER_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      mayHave = false;
      consumer.isNotified = false;
    }
  }

  /** A place that is taken and not written yet counts: it is looked for until it is. */
  private async hasNews(consumer: Consumer): Promise<boolean> {
    // The place first: a consumer that is told meanwhile has no news.
    const last = await this.events.lastPlace();
    consumer.toldUpTo = await this.position(consumer);
    return last > consumer.toldUpTo;
  }

  /** Tells everything, and what is stored here until nothing comes for a while. */
  private async tellWhileNotified(consumer: Consumer, signal: AbortSignal): Promise<void> {
    const stop = (): void => consumer.wake?.();
    // A signal that has a listener is kept for as long as those that it follows: the listener goes with the work.
    signal.addEventListener('abort', stop);
    try {
      consumer.toldUpTo = await this.position(consumer);
      do {
        const rested = this.rested();
        const from: number | undefined = consumer.toldUpTo;
        consumer.isNotified = false;
        await this.tellAll(consumer, signal);
        if (signal.aborted || consumer.failing || consumer.toldUpTo === from) return;
        // Under load a round takes longer than the rest: the next one begins together with those of others.
        await nextNotice(consumer, isNotified(consumer) ? this.rested() : rested);
      } while (isNotified(consumer) && !hasStopped(signal));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private async rested(): Promise<void> {
    this.#rest ??= delay(REST_MS).finally(() => (this.#rest = undefined));
    await this.#rest;
  }

  private async tellAll(consumer: Consumer, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await consumer.isPaused?.())) {
      const from = consumer.toldUpTo ?? 0;
      const slice = await consumer.reader.after(from, BATCH);
      if (slice.position === from) return;
      const position = await this.tell(consumer, slice, signal);
      await this.cursors.advance(consumer.name, position);
      consumer.toldUpTo = position;
      // What was stored since then has notified it.
      if (position !== slice.position || position - from < BATCH) return;
    }
  }

  /** @returns how far the consumer has come. */
  private async tell(
    consumer: Consumer,
    { events, position }: LogSlice,
    signal: AbortSignal,
  ): Promise<number> {
    const batch = new EventBatch();
    for (const event of events) {
      if (signal.aborted) return event.seq - 1;
      try {
        await consumer.handle(event, signal, batch);
        delete consumer.failing;
      } catch (error) {
        if (hasStopped(signal) || !this.gaveUp(consumer, event, error)) return event.seq - 1;
      }
    }
    return position;
  }

  /** One event that cannot be taken must not keep all others back for ever. */
  private gaveUp(consumer: Consumer, { seq, id }: PlatformEvent, error: unknown): boolean {
    const { name: of, failing } = consumer;
    const attempts = failing?.seq === seq ? failing.attempts + 1 : 1;
    const fields = { err: error, consumer: of, event: id, attempts };
    if (attempts >= ATTEMPTS_MAX) {
      delete consumer.failing;
      this.log.error(fields, 'an event was left out: its consumer cannot take it');
      return true;
    }
    const pauseMs = Math.min(LOOK_MS * 2 ** (attempts - 1), PAUSE_MAX_MS);
    consumer.failing = { seq, attempts, notBefore: performance.now() + pauseMs };
    this.log.error(fields, 'a consumer of events failed and is told again');
    return false;
  }
}

/** Asked anew each time: it may happen at any moment. */
function hasStopped({ aborted }: AbortSignal): boolean {
  return aborted;
}

/** Asked anew each time: it may happen at any moment. */
function isNotified(consumer: Consumer): boolean {
  return consumer.isNotified === true;
}

/** Its last attempt failed. */
function isResting({ failing }: Consumer): boolean {
  return failing !== undefined && performance.now() < failing.notBefore;
}

/** Waits until something is stored here, but not for long; when something is, until the consumer has rested. */
async function nextNotice(consumer: Consumer, rested: Promise<void>): Promise<void> {
  if (!isNotified(consumer)) {
    await waitAtMost(LINGER_MS, new Promise<void>((resolve) => (consumer.wake = resolve)));
    delete consumer.wake;
  }
  if (isNotified(consumer)) await rested;
}
