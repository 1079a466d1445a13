import { type ReadingProgress } from '../index/reading-steps.js';

/** Who follows a reading. */
export type ReadingFollower = (progress: ReadingProgress) => void;

/** A reading that tells how far it is. */
export type Reading = (tell: ReadingFollower, signal: AbortSignal) => Promise<void>;

interface Running {
  readonly done: Promise<void>;
  readonly followers: Set<ReadingFollower>;
  readonly stop: AbortController;
  /** How many wait for it: it goes on until the last of them leaves. */
  waiting: number;
}

/** Wants for a reading, and how to leave it. */
export interface JoinOptions {
  readonly follower?: ReadingFollower;
  /** Leaves the reading; the last one who waits for it ends it by that, and waits for its end. */
  readonly signal?: AbortSignal;
}

/** The readings of this node, each repository read once at a time: others who ask for it join in. */
export class RunningReadings {
  private readonly running = new Map<string, Running>();
  private isStopped = false;

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
    if (this.isDying(name)) await this.deathOf(name);
    signal?.throwIfAborted();
    const reading = this.running.get(name) ?? this.begin(name, read);
    reading.waiting += 1;
    if (follower) reading.followers.add(follower);
    try {
      await leavable(reading, signal);
    } finally {
      if (follower) reading.followers.delete(follower);
    }
  }

  /** Waits for the end of the reading that is under way, whatever comes of it. */
  async ended(name: string): Promise<void> {
    await Promise.allSettled([this.running.get(name)?.done]);
  }

  /** Ends every reading and waits for that. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const all = [...this.running.values()];
    for (const { stop } of all) stop.abort();
    await Promise.allSettled(all.map(({ done }) => done));
  }

  /** One that was left would end for whoever joins it too. */
  private isDying(name: string): boolean {
    return !this.isStopped && this.running.get(name)?.stop.signal.aborted === true;
  }

  private async deathOf(name: string): Promise<void> {
    while (this.isDying(name)) await Promise.allSettled([this.running.get(name)?.done]);
  }

  private begin(name: string, read: Reading): Running {
    const followers = new Set<ReadingFollower>();
    const stop = new AbortController();
    const tell: ReadingFollower = (progress) => {
      for (const follower of followers) follower(progress);
    };
    const done = read(tell, stop.signal).finally(() => this.running.delete(name));
    const reading = { done, followers, stop, waiting: 0 };
    this.running.set(name, reading);
    return reading;
  }
}

/** Waits for a reading until the signal says otherwise. */
async function leavable(reading: Running, signal: AbortSignal | undefined): Promise<void> {
  const { done, stop } = reading;
  if (!signal) return done;
  let onAbort: () => void = () => undefined;
  const left = new Promise<never>((_, reject) => {
    onAbort = () => {
      reading.waiting -= 1;
      if (reading.waiting === 0) stop.abort(signal.reason);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller's own reason, which need not be an Error
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
