import { type Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { EventNudge } from '../../../platform/events/event-nudge.js';
import { EventReader } from '../../../platform/events/event-reader.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { EventStream, type StreamWish } from './event-stream.js';

const LOOK_MS = 1000;
/** Credentials are looked at again after so many looks. */
const LOOKS_PER_CHECK = 5;
const STREAMS_MAX = 100;
const STREAMS_PER_ACCOUNT_MAX = 10;
/** A reader who takes nothing for so long is gone, or too slow. */
const STUCK_MAX_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

/** A stream as it is asked for; without `position` it begins with what happens from now on. */
export type AskedStream = Omit<StreamWish, 'position'> & {
  readonly position: number | undefined;
};

/** Who asks for a stream. */
export interface StreamReader {
  /** Id of the account. */
  readonly account: string;
  /** Whether its credential still admits it. */
  readonly isAdmitted: () => Promise<boolean>;
}

interface OpenStream {
  readonly stream: EventStream;
  readonly reader: StreamReader;
}

/** The streams that this node has open: a bounded number, none longer than its credential. */
@Injectable()
export class EventStreamsService implements OnModuleInit, OnModuleDestroy {
  readonly #open = new Set<OpenStream>();
  #looks = 0;
  #isClosed = false;
  #deaf: () => void = () => undefined;

  constructor(
    private readonly events: EventLogRepository,
    private readonly nudge: EventNudge,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
  ) {}

  onModuleInit(): void {
    this.tasks.every('event streams', LOOK_MS, () => this.look());
    this.#deaf = this.nudge.listen(() => {
      for (const { stream } of this.#open) stream.wake();
    });
  }

  onModuleDestroy(): void {
    this.close();
  }

  /**
   * Opens a stream.
   * @throws AppError `too-many-requests` (`too-many-streams`); `unavailable` while the server stops.
   */
  async open({ position, ...wish }: AskedStream, reader: StreamReader): Promise<Readable> {
    const last = await this.events.lastPlace();
    this.assertRoom(reader);
    // A place that does not exist yet is one of another database: nothing would ever come.
    const from = Math.min(position ?? last, last);
    const stream = new EventStream(new EventReader(this.events), { ...wish, position: from });
    const open = { stream, reader };
    this.#open.add(open);
    stream.readable.once('close', () => {
      this.#open.delete(open);
    });
    return stream.readable;
  }

  /** Ends all streams, and opens none any more: the server stops and waits for open requests. */
  close(): void {
    this.#isClosed = true;
    this.#deaf();
    for (const { stream } of this.#open) stream.finish(LOOK_MS);
  }

  /** How many streams are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Finds events of other nodes, readers who do not read, and credentials that ended. */
  async look(): Promise<void> {
    if (this.#open.size === 0) return;
    const last = await this.events.lastPlace();
    for (const { stream, reader } of this.#open) {
      if (stream.position < last) stream.wake();
      if (stream.stuckMs(performance.now()) < STUCK_MAX_MS) continue;
      this.log.warn({ account: reader.account }, 'a stream of events was cut: nobody reads it');
      stream.readable.destroy();
    }
    this.#looks += 1;
    if (this.#looks % LOOKS_PER_CHECK === 0) await this.checkCredentials();
  }

  /** Ends the streams of those who may not read any more. */
  async checkCredentials(): Promise<void> {
    const checks = [...this.#open].map(async ({ stream, reader }) => {
      if (!(await reader.isAdmitted())) stream.finish(LOOK_MS);
    });
    await Promise.all(checks);
  }

  private assertRoom({ account }: StreamReader): void {
    if (this.#isClosed) throw new AppError('unavailable', 'The server is stopping');
    const own = [...this.#open].filter(({ reader }) => reader.account === account);
    if (this.#open.size < STREAMS_MAX && own.length < STREAMS_PER_ACCOUNT_MAX) return;
    throw new AppError('too-many-requests', 'Too many streams of events are open', {
      code: 'too-many-streams',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
