import { type Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AccountStreams } from '../../../api/http/account-streams.js';
import { OpenStreams } from '../../../api/http/open-streams.js';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { EventNotifier } from '../../../platform/events/event-notifier.js';
import { EventReader } from '../../../platform/events/event-reader.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { EventStream, type StreamRequest } from './event-stream.js';

const LOOK_MS = 1000;
/** Credentials are looked at again after so many looks. */
const LOOKS_PER_CHECK = 5;
const BOUNDS = {
  atOnce: 100,
  perAccount: 10,
  tooMany: 'Too many streams of events are open',
} as const;

/** A stream as it is asked for; without `position` it begins with what happens from now on. */
export type AskedStream = Omit<StreamRequest, 'position'> & {
  readonly position: number | undefined;
};

/** Who asks for a stream. */
export interface StreamReader {
  /** Id of the account. */
  readonly account: string;
  /** Whether its credential still admits it. */
  readonly isAdmitted: () => Promise<boolean>;
}

/** The streams that this node has open: a bounded number, none longer than its credential. */
@Injectable()
export class EventStreamsService implements OnModuleInit, OnModuleDestroy {
  readonly #open = new OpenStreams<EventStream, StreamReader>(BOUNDS);
  #looks = 0;
  #deaf: () => void = () => undefined;

  constructor(
    private readonly events: EventLogRepository,
    private readonly notifier: EventNotifier,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
    private readonly accounts: AccountStreams,
  ) {}

  onModuleInit(): void {
    this.accounts.watch(this.#open);
    this.tasks.every('event streams', LOOK_MS, () => this.look());
    this.#deaf = this.notifier.listen(() => {
      for (const { stream } of this.#open.all()) stream.wake();
    });
  }

  onModuleDestroy(): void {
    this.close();
  }

  /**
   * Opens a stream.
   * @throws AppError `too-many-requests` (`too-many-streams`); `unavailable` while the server stops.
   */
  async open({ position, ...request }: AskedStream, reader: StreamReader): Promise<Readable> {
    const last = await this.events.lastPlace();
    this.#open.assertRoom(reader);
    // A place that does not exist yet is one of another database: nothing would ever come.
    const from = Math.min(position ?? last, last);
    const reading = new EventReader(this.events);
    return this.#open.add(new EventStream(reading, { ...request, position: from }), reader);
  }

  /** Ends all streams, and opens none any more: the server stops and waits for open requests. */
  close(): void {
    this.#deaf();
    this.#open.close();
  }

  /** How many streams are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Finds events of other nodes, readers who do not read, and credentials that ended. */
  async look(): Promise<void> {
    if (this.#open.size === 0) return;
    const last = await this.events.lastPlace();
    for (const { stream } of this.#open.all()) if (stream.position < last) stream.wake();
    for (const { account } of this.#open.cutStuck()) {
      this.log.warn({ account }, 'a stream of events was cut: nobody reads it');
    }
    this.#looks += 1;
    if (this.#looks % LOOKS_PER_CHECK === 0) await this.checkCredentials();
  }

  /** Ends the streams of those who may not read any more. */
  async checkCredentials(): Promise<void> {
    await this.#open.endUnless(({ reader }) => reader.isAdmitted());
  }
}
