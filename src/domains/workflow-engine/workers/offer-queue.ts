import { setTimeout as delay } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';

/** What is done with offers. */
export interface OfferHandling {
  /** Claims the iteration and works on it, if it can; resolves when it is done. */
  readonly take: (iterationId: string) => Promise<unknown>;
  /** How many at a time; 0 takes none. */
  readonly concurrency: number;
  readonly onReady: () => void;
  readonly onError: (error: unknown) => void;
}

const NAME = 'job-tasks';
const PREFIX = 'netadmin';
const CONNECT_MS = 5000;
const RECONNECT_MAX_MS = 5000;
const CLOSE_MS = 1000;
/** Offers that are being handed in at a time; more are left to those who look. */
const ADDING_MAX = 1000;

/** A queue of ids of iterations in Redis. An offer is worth nothing by itself: the claim decides. */
export class OfferQueue {
  readonly #queue: Queue;
  readonly #worker: Worker | undefined;
  readonly #connections: readonly Redis[];
  #adding = 0;
  #isClosed = false;

  constructor(url: string, handling: OfferHandling) {
    // What cannot be told now is not told later either: somebody will have looked by then.
    const telling = new Redis(url, {
      ...this.connection(),
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    const hearing =
      handling.concurrency > 0 &&
      new Redis(url, { ...this.connection(), maxRetriesPerRequest: null });
    this.#connections = hearing ? [telling, hearing] : [telling];
    for (const connection of this.#connections) connection.on('error', handling.onError);
    telling.on('ready', handling.onReady);
    const options = { prefix: PREFIX, skipVersionCheck: true };
    this.#queue = new Queue(NAME, { ...options, connection: telling, skipWaitingForReady: true });
    this.#queue.on('error', handling.onError);
    if (!hearing) return;
    this.#worker = new Worker(NAME, ({ id = '' }) => handling.take(id), {
      ...options,
      connection: hearing,
      concurrency: handling.concurrency,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    this.#worker.on('error', handling.onError);
  }

  /** @throws Error when Redis is not there. */
  async add(iterationIds: readonly string[]): Promise<void> {
    if (this.#adding + iterationIds.length > ADDING_MAX) return;
    this.#adding += iterationIds.length;
    try {
      const opts = { attempts: 1, removeOnComplete: true, removeOnFail: true };
      await this.#queue.addBulk(
        iterationIds.map((jobId) => ({ name: 'task', data: null, opts: { ...opts, jobId } })),
      );
    } finally {
      this.#adding -= iterationIds.length;
    }
  }

  /** Ends all connections, politely where Redis lets it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const politely = Promise.all([this.#worker?.close(true), this.#queue.close()]);
    await Promise.race([politely.catch(() => undefined), delay(CLOSE_MS)]);
    for (const connection of this.#connections) connection.disconnect();
  }

  /** The library makes connections of its own after these; none of them tries on once this is closed. */
  private connection(): RedisOptions {
    return {
      connectTimeout: CONNECT_MS,
      retryStrategy: (times) => (this.#isClosed ? null : Math.min(times * 200, RECONNECT_MAX_MS)),
    };
  }
}
