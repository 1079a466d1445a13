import { type Readable } from 'node:stream';
import { PacedStream } from '../../../api/http/paced-stream.js';
import { type EventReader } from '../../../platform/events/event-reader.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { toEvent } from '../log/to-event.js';

/** Events that are read ahead of a reader. */
const BATCH = 20;

/** What somebody wants to be told. */
export interface StreamRequest {
  /** The place behind which it begins. */
  readonly position: number;
  readonly source?: string | undefined;
  readonly topic?: string | undefined;
  /** After so many events the stream ends; without it, it does not. */
  readonly limit?: number | undefined;
  /** Whether it goes on with what is to come; else it ends where the log does. */
  readonly follows: boolean;
}

/** Events as `text/event-stream`, one after the other as they are taken. */
export class EventStream {
  readonly #stream: PacedStream;
  #position: number;

  constructor(
    private readonly reader: Pick<EventReader, 'after'>,
    private readonly request: StreamRequest,
    heartbeatMs?: number,
  ) {
    this.#position = request.position;
    this.#stream = new PacedStream((stream) => this.#frames(stream), heartbeatMs);
  }

  get readable(): Readable {
    return this.#stream.readable;
  }

  /** Everything up to this place was looked at. */
  get position(): number {
    return this.#position;
  }

  /** There may be something new. */
  wake(): void {
    this.#stream.wake();
  }

  /** Ends the stream: the reader gets what it was promised, and then the end. */
  end(): void {
    this.#stream.end();
  }

  /** As `PacedStream.finish`. */
  finish(patienceMs: number): void {
    this.#stream.finish(patienceMs);
  }

  /** For how long the reader has not taken what is there, in milliseconds. */
  stuckMs(now: number): number {
    return this.#stream.stuckMs(now);
  }

  async *#frames(stream: PacedStream): AsyncGenerator<string, void> {
    let left = this.request.limit ?? Infinity;
    while (left > 0 && !stream.isEnding) {
      const events = await this.#next();
      for (const event of events.slice(0, left)) {
        yield frame(event);
        left -= 1;
      }
      if (events.length > 0) continue;
      if (!this.request.follows) return;
      yield* stream.untilNews();
    }
  }

  /** The next events that are wanted; none when there is nothing more to look at. */
  async #next(): Promise<readonly PlatformEvent[]> {
    for (;;) {
      this.#stream.looks();
      const { events, position } = await this.reader.after(this.#position, BATCH);
      const isEnd = position === this.#position;
      this.#position = position;
      const wanted = events.filter((event) => this.#isWanted(event));
      if (wanted.length > 0 || isEnd || this.#stream.isEnding) return wanted;
    }
  }

  #isWanted(event: PlatformEvent): boolean {
    const { source, topic } = this.request;
    return (
      (source === undefined || event.source === source) &&
      (topic === undefined || event.topic === topic)
    );
  }
}

/** JSON has no line breaks of its own, so one `data` line holds an event. */
function frame(event: PlatformEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(toEvent(event))}\n\n`;
}
