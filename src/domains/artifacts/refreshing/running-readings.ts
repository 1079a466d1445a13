import { type ReadingProgress } from '../catalogue-index/reading-steps.js';

/** Who follows a reading. */
export type ReadingFollower = (progress: ReadingProgress) => void;

/** A reading that tells how far it is. */
export type Reading = (tell: ReadingFollower, signal: AbortSignal) => Promise<void>;

interface Running {
  readonly done: Promise<void>;
  readonly followers: Set<ReadingFollower>;
  readonly stop: AbortController;
}

/** Wants for a reading, and how to leave it. */
export interface JoinOptions {
  readonly follower?: ReadingFollower;
  /** Leaves the reading; whoever began it ends it by that. */
  readonly signal?: AbortSignal;
}

/** The readings of this node, each repository read once at a time: others who ask for it join in. */
export class RunningReadings {
  private readonly running = new Map<string, Running>();

  /** True while this node reads the repository. */
  has(name: string): boolean {
    return this.running.has(name);
  }

  /**
   * Begins a reading unless one is under way, and waits for its end.
   * @throws what the reading throws; the reason of the signal of one who leaves.
   */
  async join(name: string, read: Reading, { follower, signal }: JoinOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const present = this.running.get(name);
    const reading = present ?? this.begin(name, read);
    const leave = present ? undefined : reading.stop;
    if (follower) reading.followers.add(follower);
    try {
      await abortable(reading.done, signal, leave);
    } finally {
      if (follower) reading.followers.delete(follower);
    }
  }

  /** Ends every reading and waits for that. */
  async stop(): Promise<void> {
    const all = [...this.running.values()];
    for (const { stop } of all) stop.abort();
    await Promise.allSettled(all.map(({ done }) => done));
  }

  private begin(name: string, read: Reading): Running {
    const followers = new Set<ReadingFollower>();
    const stop = new AbortController();
    const tell: ReadingFollower = (progress) => {
      for (const follower of followers) follower(progress);
    };
    const done = read(tell, stop.signal).finally(() => this.running.delete(name));
    const reading = { done, followers, stop };
    this.running.set(name, reading);
    return reading;
  }
}

/** Waits for work until the signal says otherwise. One who may end the work does, and waits for that. */
async function abortable(
  done: Promise<void>,
  signal: AbortSignal | undefined,
  stop: AbortController | undefined,
): Promise<void> {
  if (!signal) return done;
  let onAbort: () => void = () => undefined;
  const left = new Promise<never>((_, reject) => {
    onAbort = () => {
      if (stop) stop.abort(signal.reason);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the reason as it is
      else reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([done, left]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
