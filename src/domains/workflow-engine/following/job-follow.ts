import { type Readable } from 'node:stream';
import { PacedStream } from '../../../api/http/paced-stream.js';
import { changeFrame, endFrame, hasEnded, type JobGlance, snapshotFrame } from './job-glance.js';

/** What somebody wants to be told of a job. */
export interface FollowWish {
  /** The revision that the follower knows already; undefined for none. */
  readonly known: number | undefined;
  /** Whether it goes on with what is to come; else it ends with what is there. */
  readonly follows: boolean;
}

/**
 * A job as `text/event-stream`: where it stands, and then each time that it has changed. A reader who is
 * slow is told of several changes at once: nothing is kept for it.
 */
export class JobFollow {
  readonly #stream: PacedStream;
  #last: JobGlance | undefined;

  constructor(
    /** The job as it is now; null when it is gone. */
    private readonly look: () => Promise<JobGlance | null>,
    private readonly wish: FollowWish,
    heartbeatMs?: number,
  ) {
    this.#stream = new PacedStream((stream) => this.#frames(stream), heartbeatMs);
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

  async *#frames(stream: PacedStream): AsyncGenerator<string, void> {
    while (!stream.isEnding) {
      stream.looks();
      const glance = await this.look();
      if (!glance) return;
      const frame = this.#frameOf(glance);
      this.#last = glance;
      if (frame !== '') yield frame;
      if (hasEnded(glance)) yield endFrame(glance);
      if (hasEnded(glance) || !this.wish.follows) return;
      yield* stream.untilNews();
    }
  }

  #frameOf(glance: JobGlance): string {
    if (this.#last) return changeFrame(this.#last, glance);
    return this.wish.known === glance.rev ? '' : snapshotFrame(glance);
  }
}
