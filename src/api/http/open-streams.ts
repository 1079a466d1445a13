import { type Readable } from 'node:stream';
import { AppError } from '../../kernel/app-error.js';

/** A reader who is told to end gets what it was promised, if it takes something within this time. */
const PATIENCE_MS = 1000;
/** A reader who takes nothing for so long is gone, or too slow. */
const STUCK_MAX_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

/** A stream that is counted as long as it is open. */
export interface BoundedStream {
  readonly readable: Readable;
  /** As `PacedStream.finish`. */
  readonly finish: (patienceMs: number) => void;
  /** As `PacedStream.stuckMs`. */
  readonly stuckMs: (now: number) => number;
}

/** How many streams may be open. */
export interface StreamBounds {
  readonly atOnce: number;
  readonly perAccount: number;
  /** What whoever comes too late is told. */
  readonly tooMany: string;
}

/** A stream with what its owner knows of its reader. */
interface OpenStream<S, R> {
  readonly stream: S;
  readonly reader: R;
}

/** The streams of one kind that this node has open: a bounded number, none for a reader who does not read. */
export class OpenStreams<S extends BoundedStream, R extends { readonly account: string }> {
  readonly #open = new Set<OpenStream<S, R>>();
  #isClosed = false;

  constructor(private readonly bounds: StreamBounds) {}

  get size(): number {
    return this.#open.size;
  }

  /** Those that are open now. */
  all(): readonly OpenStream<S, R>[] {
    return [...this.#open];
  }

  /** @throws AppError `too-many-requests` (`too-many-streams`); `unavailable` while the server stops. */
  assertRoom({ account }: R): void {
    if (this.#isClosed) throw new AppError('unavailable', 'The server is stopping');
    const { atOnce, perAccount, tooMany } = this.bounds;
    const own = this.all().filter(({ reader }) => reader.account === account);
    if (this.#open.size < atOnce && own.length < perAccount) return;
    throw new AppError('too-many-requests', tooMany, {
      code: 'too-many-streams',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }

  /** Counts the stream until it is closed. */
  add(stream: S, reader: R): Readable {
    const open = { stream, reader };
    this.#open.add(open);
    stream.readable.once('close', () => {
      this.#open.delete(open);
    });
    return stream.readable;
  }

  /** Ends all of them, and admits none any more: the server stops and waits for open requests. */
  close(): void {
    this.#isClosed = true;
    for (const { stream } of this.#open) stream.finish(PATIENCE_MS);
  }

  /** As `WatchedStreams.accounts`. */
  accounts(): readonly string[] {
    return this.all().map(({ reader }) => reader.account);
  }

  /** As `WatchedStreams.endOf`. */
  endOf(accounts: ReadonlySet<string>): void {
    for (const { stream, reader } of this.all())
      if (accounts.has(reader.account)) stream.finish(PATIENCE_MS);
  }

  /** Cuts those whose readers do not read. @returns these readers. */
  cutStuck(): readonly R[] {
    const now = performance.now();
    const stuck = this.all().filter(({ stream }) => stream.stuckMs(now) >= STUCK_MAX_MS);
    for (const { stream } of stuck) stream.readable.destroy();
    return stuck.map(({ reader }) => reader);
  }

  /** Ends the streams of those who may not read any more. */
  async endUnless(isAdmitted: (open: OpenStream<S, R>) => Promise<boolean>): Promise<void> {
    const checks = this.all().map(async (open) => {
      if (!(await isAdmitted(open))) open.stream.finish(PATIENCE_MS);
    });
    await Promise.all(checks);
  }
}
