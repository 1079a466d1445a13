import { Readable } from 'node:stream';
import { type EventReader } from '../../../platform/events/event-reader.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { toEvent } from '../log/to-event.js';

/** Events that are read ahead of a reader. */
const BATCH = 20;
const BUFFER_BYTES = 64 * 1024;
/** Shorter than the patience of usual proxies. */
const HEARTBEAT_MS = 15_000;
/** How long a client waits before it comes back, in milliseconds. */
const RETRY = 'retry: 3000\n\n';
const HEARTBEAT = ': still here\n\n';

/** What somebody wants to be told. */
export interface StreamWish {
  /** The place behind which it begins. */
  readonly position: number;
  readonly source?: string | undefined;
  readonly topic?: string | undefined;
  /** After so many events the stream ends; without it, it does not. */
  readonly limit?: number | undefined;
  /** Whether it goes on with what is to come; else it ends where the log does. */
  readonly follows: boolean;
}

/**
 * Events as `text/event-stream`, one after the other as they are taken: nothing is held for a reader
 * who does not read, but for one buffer.
 */
export class EventStream {
  readonly readable: Readable;
  readonly #ending = new AbortController();
  #position: number;
  /** Something may be new since the log was last read. */
  #isStale = true;
  #wake: () => void = () => undefined;
  /** Since when what was read waits to be taken. */
  #offered: number | undefined;

  constructor(
    private readonly reader: Pick<EventReader, 'after'>,
    private readonly wish: StreamWish,
    private readonly heartbeatMs = HEARTBEAT_MS,
  ) {
    this.#position = wish.position;
    const chunks = this.#chunks();
    this.readable = new Readable({
      highWaterMark: BUFFER_BYTES,
      read: () => {
        void this.#push(chunks);
      },
      // Not by `Readable.from`: that one would wait for the next event before it is closed.
      destroy: (error, done) => {
        this.end();
        done(error);
      },
    });
  }

  /** Everything up to this place was looked at. */
  get position(): number {
    return this.#position;
  }

  /** There may be something new. */
  wake(): void {
    this.#isStale = true;
    this.#wake();
  }

  /** Ends the stream: the reader gets what it was promised, and then the end. */
  end(): void {
    this.#ending.abort();
    this.#wake();
  }

  /** For how long the reader has not taken what is there, in milliseconds. */
  stuckMs(now: number): number {
    return this.#offered === undefined ? 0 : now - this.#offered;
  }

  /** One chunk, each time that the reader has taken what there was. */
  async #push(chunks: AsyncGenerator<string, void>): Promise<void> {
    try {
      const { value, done } = await chunks.next();
      this.readable.push(done ? null : value);
    } catch (error) {
      this.readable.destroy(error instanceof Error ? error : new Error('the log cannot be read'));
    }
  }

  async *#chunks(): AsyncGenerator<string, void> {
    yield RETRY;
    let left = this.wish.limit ?? Infinity;
    while (left > 0 && !this.#ending.signal.aborted) {
      const events = await this.#next();
      for (const event of events.slice(0, left)) {
        this.#offered = performance.now();
        yield frame(event);
        this.#offered = undefined;
        left -= 1;
      }
      if (events.length > 0) continue;
      if (!this.wish.follows) return;
      if (!(await this.#isNews())) yield HEARTBEAT;
    }
  }

  /** The next events that are wanted; none when there is nothing more to look at. */
  async #next(): Promise<readonly PlatformEvent[]> {
    for (;;) {
      this.#isStale = false;
      const { events, position } = await this.reader.after(this.#position, BATCH);
      const isEnd = position === this.#position;
      this.#position = position;
      const wanted = events.filter((event) => this.#isWanted(event));
      if (wanted.length > 0 || isEnd || this.#ending.signal.aborted) return wanted;
    }
  }

  #isWanted(event: PlatformEvent): boolean {
    const { source, topic } = this.wish;
    return (
      (source === undefined || event.source === source) &&
      (topic === undefined || event.topic === topic)
    );
  }

  /** Waits for something new. @returns false when there was nothing for the time of a heartbeat. */
  async #isNews(): Promise<boolean> {
    if (this.#isStale || this.#ending.signal.aborted) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve(false);
      }, this.heartbeatMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

/** JSON has no line breaks of its own, so one `data` line holds an event. */
function frame(event: PlatformEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(toEvent(event))}\n\n`;
}
