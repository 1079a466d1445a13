import { Injectable } from '@nestjs/common';
import { type AppError } from '../../kernel/app-error.js';
import { databaseUnavailable } from '../database/mongo-failures.js';
import { EventLogRepository } from './event-log.repository.js';
import { EventNotifier } from './event-notifier.js';
import { type EventDraft } from './stored-event.js';

/** A place can be lost to a reader who waited long enough: so many in a row on a database that is hardly there. */
const ATTEMPTS_MAX = 5;

/** Gives events their places, stores them, one batch at a time, and rings for those who read them. */
@Injectable()
export class EventWriter {
  /** A write that failed may have stored some of its events. */
  #isUncertain = false;

  constructor(
    private readonly log: EventLogRepository,
    private readonly notifier: EventNotifier,
  ) {}

  /** Stores the drafts in their order. After a failure: the same drafts again. */
  async write(drafts: readonly EventDraft[]): Promise<void> {
    let missing = this.#isUncertain ? await this.#missing(drafts) : drafts;
    this.#isUncertain = true;
    for (let attempt = 0; missing.length > 0 && !(await this.#insert(missing)); attempt += 1) {
      if (attempt >= ATTEMPTS_MAX) throw noPlace();
      await this.log.catchUp();
      missing = await this.#missing(missing);
    }
    this.#isUncertain = false;
    this.notifier.ring();
  }

  async #insert(drafts: readonly EventDraft[]): Promise<boolean> {
    const first = await this.log.reserve(drafts.length);
    const events = drafts.map((draft, index) => ({ ...draft, seq: first + index }));
    if (await this.log.insert(events)) return true;
    // Readers need not wait for places that nobody will take.
    await this.log.close(first, first + drafts.length - 1);
    return false;
  }

  async #missing(drafts: readonly EventDraft[]): Promise<readonly EventDraft[]> {
    const stored = await this.log.storedIds(drafts.map(({ _id }) => _id));
    return drafts.filter(({ _id }) => !stored.has(_id));
  }
}

function noPlace(): AppError {
  return databaseUnavailable(new Error('no place is free in the log of events'));
}
