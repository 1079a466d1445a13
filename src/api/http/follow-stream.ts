import { type Readable } from 'node:stream';
import { takesEventStream } from './event-stream-answer.js';
import { lastEventId } from './last-event-id.js';
import { PacedStream } from './paced-stream.js';

/** What somebody wants to be told of a thing that is followed. */
export interface FollowRequest {
  /** The revision that the follower knows already; undefined for none. */
  readonly known: number | undefined;
  /** Whether it goes on with what is to come; else it ends with what is there. */
  readonly follows: boolean;
}

/** What followers see of a thing, and how they are told. */
export interface FollowFrames<G extends { readonly rev: number }> {
  /** All of it: what a follower is told first. */
  readonly snapshot: (snapshot: G) => string;
  /** What has changed; empty when nothing has that anybody sees. */
  readonly change: (before: G, after: G) => string;
  /** The last frame: nothing will come any more, so the client need not come back. */
  readonly end: (snapshot: G) => string;
  /** Whether nothing will happen to it any more. */
  readonly hasEnded: (snapshot: G) => boolean;
}

/**
 * What a request wants to be told: only who accepts a stream gets one that goes on.
 * @throws AppError `invalid-input` for a `Last-Event-ID` that is none of ours.
 */
export function followRequest(request: Parameters<typeof takesEventStream>[0]): FollowRequest {
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
    private readonly request: FollowRequest,
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
      const snapshot = await this.look();
      if (!snapshot) return;
      const frame = this.#frameOf(snapshot);
      this.#last = snapshot;
      if (frame !== '') yield frame;
      const hasEnded = this.frames.hasEnded(snapshot);
      if (hasEnded) yield this.frames.end(snapshot);
      if (hasEnded || !this.request.follows) return;
      yield* stream.untilNews();
    }
  }

  #frameOf(snapshot: G): string {
    if (this.#last) return this.frames.change(this.#last, snapshot);
    return this.request.known === snapshot.rev ? '' : this.frames.snapshot(snapshot);
  }
}
