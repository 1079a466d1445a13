import { type Readable } from 'node:stream';
import { takesEventStream } from './event-stream-answer.js';
import { lastEventId } from './last-event-id.js';
import { PacedStream } from './paced-stream.js';

/** What somebody wants to be told of a thing that is followed. */
export interface FollowWish {
  /** The revision that the follower knows already; undefined for none. */
  readonly known: number | undefined;
  /** Whether it goes on with what is to come; else it ends with what is there. */
  readonly follows: boolean;
}

/** What followers see of a thing, and how they are told. */
export interface FollowFrames<G extends { readonly rev: number }> {
  /** All of it: what a follower is told first. */
  readonly snapshot: (glance: G) => string;
  /** What has changed; empty when nothing has that anybody sees. */
  readonly change: (before: G, after: G) => string;
  /** The last frame: nothing will come any more, so the client need not come back. */
  readonly end: (glance: G) => string;
  /** Whether nothing will happen to it any more. */
  readonly hasEnded: (glance: G) => boolean;
}

/**
 * What a request wants to be told: only who accepts a stream gets one that goes on.
 * @throws AppError `invalid-input` for a `Last-Event-ID` that is none of ours.
 */
export function followWish(request: Parameters<typeof takesEventStream>[0]): FollowWish {
  return { known: lastEventId(request.headers), follows: takesEventStream(request) };
}

/**
 * A thing as `text/event-stream`: where it stands, and then each time that it has changed. A reader who is
 * slow is told of several changes at once: nothing is kept for it.
 */
export class FollowStream<G extends { readonly rev: number }> {
  readonly #stream: PacedStream;
  #last: G | undefined;

  constructor(
    /** The thing as it is now; null when it is gone. */
    private readonly look: () => Promise<G | null>,
    private readonly frames: FollowFrames<G>,
    private readonly wish: FollowWish,
    heartbeatMs?: number,
  ) {
    this.#stream = new PacedStream((stream) => this.#made(stream), heartbeatMs);
  }

  get readable(): Readable {
    return this.#stream.readable;
  }

  /** The revision that was looked at last; 0 before the first. */
  get rev(): number {
    return this.#last?.rev ?? 0;
  }

  /** There may be something new. */
  wake(): void {
    this.#stream.wake();
  }

  /** As `PacedStream.finish`. */
  finish(patienceMs: number): void {
    this.#stream.finish(patienceMs);
  }

  /** For how long the reader has not taken what is there, in milliseconds. */
  stuckMs(now: number): number {
    return this.#stream.stuckMs(now);
  }

  async *#made(stream: PacedStream): AsyncGenerator<string, void> {
    while (!stream.isEnding) {
      stream.looks();
      const glance = await this.look();
      if (!glance) return;
      const frame = this.#frameOf(glance);
      this.#last = glance;
      if (frame !== '') yield frame;
      const hasEnded = this.frames.hasEnded(glance);
      if (hasEnded) yield this.frames.end(glance);
      if (hasEnded || !this.wish.follows) return;
      yield* stream.untilNews();
    }
  }

  #frameOf(glance: G): string {
    if (this.#last) return this.frames.change(this.#last, glance);
    return this.wish.known === glance.rev ? '' : this.frames.snapshot(glance);
  }
}
