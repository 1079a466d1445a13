import { Readable } from 'node:stream';

const BUFFER_BYTES = 64 * 1024;
/** Shorter than the patience of usual proxies. */
const HEARTBEAT_MS = 15_000;
/** How long a client waits before it comes back, in milliseconds. */
const RETRY = 'retry: 3000\n\n';
const HEARTBEAT = ': still here\n\n';

/** What makes the frames of a stream, one after the other; it asks the stream whether to go on. */
export type Frames = (stream: PacedStream) => AsyncGenerator<string, void>;

/**
 * A `text/event-stream` that is made as it is taken: nothing is held for a reader who does not read, but
 * for one buffer.
 */
export class PacedStream {
  readonly readable: Readable;
  readonly #ending = new AbortController();
  /** Something may be new since it was last looked. */
  #isStale = true;
  #wake: () => void = () => undefined;
  /** Since when what was made waits to be taken. */
  #offered: number | undefined;

  constructor(
    frames: Frames,
    private readonly heartbeatMs = HEARTBEAT_MS,
  ) {
    const chunks = this.#chunks(frames);
    this.readable = new Readable({
      highWaterMark: BUFFER_BYTES,
      read: () => {
        void this.#push(chunks);
      },
      // Not by `Readable.from`: that one would wait for the next frame before it is closed.
      destroy: (error, done) => {
        this.end();
        done(error);
      },
    });
  }

  get isEnding(): boolean {
    return this.#ending.signal.aborted;
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

  /** Ends it for a reader who may not read: that one would never see the end. */
  finish(patienceMs: number): void {
    this.end();
    if (this.stuckMs(performance.now()) > patienceMs) this.readable.destroy();
  }

  /** For how long the reader has not taken what is there, in milliseconds. */
  stuckMs(now: number): number {
    return this.#offered === undefined ? 0 : now - this.#offered;
  }

  /** Whoever makes frames is about to look at what there is. */
  looks(): void {
    this.#isStale = false;
  }

  /** Waits for something new; while there is nothing, the reader is told that the stream is still there. */
  async *untilNews(): AsyncGenerator<string, void> {
    while (!(await this.#isNews())) yield HEARTBEAT;
  }

  async *#chunks(frames: Frames): AsyncGenerator<string, void> {
    yield RETRY;
    yield* frames(this);
  }

  /** One chunk, each time that the reader has taken what there was. */
  async #push(chunks: AsyncGenerator<string, void>): Promise<void> {
    this.#offered = undefined;
    try {
      const { value, done } = await chunks.next();
      this.#offered = performance.now();
      this.readable.push(done ? null : value);
    } catch (error) {
      this.readable.destroy(error instanceof Error ? error : new Error('nothing can be read'));
    }
  }

  /** @returns false when there was nothing for the time of a heartbeat. */
  async #isNews(): Promise<boolean> {
    if (this.#isStale || this.isEnding) return true;
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
