import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type mongo } from 'mongoose';
import { type Holding, Leases } from '../work/leases.js';
import { whileRenewed } from '../work/while-renewed.js';
import { isAlive } from './launcher/process-life.js';
import { LockBusyError } from './lock-busy-error.js';
import { LockLostError } from './lock-lost-error.js';
import { toDatabaseFailure } from './mongo-failures.js';
import { untilAvailable } from './until-available.js';

const COLLECTION = 'platform.locks';

/** How long a lock outlives a node that died with it. */
const LEASE_MS = 15_000;
const POLL_MS = 200;

interface LockRecord {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
  /** Where the holder runs: a number of a process means something there alone. */
  readonly machine: string | null;
  readonly pid: number;
}

export interface LeaseLockOptions {
  readonly leaseMs?: number;
  /** Longest wait for another holder; without it, as long as it takes. */
  readonly waitMs?: number;
  /** Called once when another node holds the lock and we begin to wait. */
  readonly onWait?: () => void;
  /** Ends the waiting: `hold` throws its reason then. Work that has begun is not its business. */
  readonly signal?: AbortSignal | undefined;
}

/** What tells whether a process number of somebody else can be looked up here; null if nothing does. */
function thisMachine(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null; // no Linux: a dead holder is known by its lease alone
  }
}

/**
 * A lock that one node at a time holds, by a document with a lease that the holder keeps renewing.
 * The server's clock decides, so nodes whose clocks differ agree on when a lease is over.
 */
export class LeaseLock {
  readonly #collection: mongo.Collection<LockRecord>;
  readonly #leases: Leases<LockRecord>;
  #holder = '';
  readonly #machine = thisMachine();
  readonly #leaseMs: number;
  readonly #waitMs: number;
  readonly #onWait: () => void;
  readonly #signal: AbortSignal | undefined;

  constructor(
    db: mongo.Db,
    private readonly name: string,
    { leaseMs = LEASE_MS, waitMs = Infinity, onWait, signal }: LeaseLockOptions = {},
  ) {
    this.#collection = db.collection<LockRecord>(COLLECTION);
    this.#leaseMs = leaseMs;
    const rules = { work: 'lock', until: 'until', leaseMs };
    this.#leases = new Leases({ collection: this.#collection }, rules);
    this.#waitMs = waitMs;
    this.#onWait = onWait ?? (() => undefined);
    this.#signal = signal;
  }

  /**
   * Runs the work with the lock in hand; waits for it as long as it takes, or as `waitMs` says. The
   * work must look at `signal` between its steps.
   * @throws LockBusyError when another holder kept it longer than that.
   * @throws LockLostError when the lease could not be renewed in time.
   * @throws the reason of the signal of the options when it ended the waiting.
   */
  async hold<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    // A release of an earlier time that comes late finds another holder.
    this.#holder = randomUUID();
    await this.#acquired();
    const renewal = {
      everyMs: this.#leaseMs / 3,
      renew: () => this.#leases.renew(this.#held),
      lost: () => new LockLostError(this.name),
    };
    try {
      return await whileRenewed(renewal, async (lost) => {
        const result = await work(lost);
        lost.throwIfAborted();
        return result;
      });
    } finally {
      await this.#release();
    }
  }

  /** An answer that was lost leaves a lock that nobody knows of: it is given back. */
  async #acquired(): Promise<void> {
    try {
      await this.#acquire();
    } catch (error) {
      if (toDatabaseFailure(error)) await this.#release();
      throw error;
    }
  }

  async #acquire(): Promise<void> {
    // Mostly the record is there: making sure of it first would be one more command each time.
    if (await this.#take()) return;
    await this.#ensureRecord();
    for (let attempt = 0; !(await this.#take()); attempt += 1) {
      if (await this.#takeFromDead()) return;
      if (attempt * POLL_MS >= this.#waitMs) throw new LockBusyError(this.name);
      if (attempt === 0) this.#onWait();
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    const signal = this.#signal;
    await delay(POLL_MS, undefined, { ...(signal && { signal }) }).catch(() => undefined);
    signal?.throwIfAborted();
  }

  /** An upsert cannot compare with the server's clock, so the record is there before it is taken. */
  async #ensureRecord(): Promise<void> {
    await this.#collection.updateOne(
      { _id: this.name },
      { $setOnInsert: { holder: '', until: new Date(0), machine: null, pid: 0 } },
      { upsert: true },
    );
  }

  async #take(): Promise<boolean> {
    return (await this.#leases.take(this.#holding, { where: { _id: this.name } })) !== null;
  }

  /** After a crash the next start on this machine need not wait for the lease to end. */
  async #takeFromDead(): Promise<boolean> {
    const record = await this.#collection.findOne({ _id: this.name });
    if (!record || this.#machine === null || record.machine !== this.#machine) return false;
    if (isAlive(record.pid)) return false;
    return this.#leases.release(
      { _id: this.name, holder: record.holder },
      this.#leaseMs,
      this.#holding,
    );
  }

  get #holding(): mongo.Document {
    return { holder: this.#holder, machine: this.#machine, pid: process.pid };
  }

  get #held(): Holding {
    return { _id: this.name, holder: this.#holder };
  }

  /** Nobody waits here for a database that is away; others wait for the lock, so it is tried again. */
  async #release(): Promise<void> {
    const held = this.#held;
    const release = (): Promise<boolean> => this.#leases.release(held, 0);
    const patience = { patienceMs: this.#leaseMs, keepsProcess: false };
    // If that fails too, the lease ends by itself; why the work failed matters more.
    await release().catch(() => void untilAvailable(release, patience).catch(() => undefined));
  }
}
