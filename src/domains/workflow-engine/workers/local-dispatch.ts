import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { type StoredIteration, type WorkLease } from '../store/stored-iteration.js';
import { ServerIdentity } from '../runner/server-identity.js';
import { ServerTimeRepository } from './server-time.repository.js';
import { TaskDispatch } from '../runner/task-dispatch.js';
import { FIRST_FENCE, LEASE_MS } from './task-lease-rules.js';
import { WorkerSlots } from './worker-slots.js';

/** How soon the time of the database is looked up where it is not known, or was looked up long ago. */
const TIME_MS = 2000;
/** So much of a lease is left when what it is for need not be looked up again. */
const YOUNG_MS = LEASE_MS / 2;

/** Whoever works on iterations in this process. */
export interface LocalWorker {
  /** Whether others may wait for a place here: what comes now does not go before them. */
  readonly isBehind: boolean;
  /** Begins one that was to be stored with a lease of this node. @param isFresh whether it was; else somebody else may have it. */
  begin(iteration: StoredIteration, isFresh: boolean): void;
  /** Looks for what can be claimed. */
  look(): void;
  /** Ends the try of an iteration, if it is here. */
  cancel(iterationId: string): void;
}

/** Tells other nodes of work; a matter of speed alone. */
export interface WorkOffers {
  offer(iterationIds: readonly string[]): void;
}

/**
 * Work goes to this very process as long as it has room, without a claim: the iteration is stored with its
 * lease. What has no room, or comes while others wait, waits for whichever node looks next.
 */
@Injectable()
export class LocalDispatch extends TaskDispatch implements OnApplicationBootstrap {
  readonly slots: WorkerSlots;
  #worker: LocalWorker | undefined;
  #offers: WorkOffers | undefined;

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly server: ServerIdentity,
    private readonly time: ServerTimeRepository,
    private readonly tasks: BackgroundTasks,
  ) {
    super();
    this.slots = new WorkerSlots(engine.workerConcurrency, () => performance.now());
  }

  /** Leases are given by the time of the database: it is known before anybody asks for one. */
  async onApplicationBootstrap(): Promise<void> {
    this.tasks.every('time of the database', TIME_MS, () => Promise.resolve(void this.time.now()));
    await this.time.refresh();
  }

  /** From now on there is somebody who works here. */
  attach(worker: LocalWorker): void {
    this.#worker = worker;
  }

  /** Nothing is begun here any more; other nodes take what is stored. */
  detach(): void {
    this.#worker = undefined;
  }

  /** From now on other nodes are told of what has no room here. */
  offerTo(offers: WorkOffers): void {
    this.#offers = offers;
  }

  reserve(): WorkLease | undefined {
    const now = this.#worker?.isBehind === false ? this.time.now() : undefined;
    if (!now || this.slots.keep() === 0) return undefined;
    return { owner: this.server.id, until: new Date(now.getTime() + LEASE_MS), fence: FIRST_FENCE };
  }

  now(): Date | undefined {
    return this.time.now();
  }

  announce(iterations: readonly StoredIteration[], fresh?: ReadonlySet<string>): void {
    const own = iterations.filter(({ lease }) => lease?.owner === this.server.id);
    for (const iteration of own) {
      this.slots.release();
      this.#worker?.begin(iteration, fresh?.has(iteration._id) === true && this.isYoung(iteration));
    }
    const others = iterations.filter(({ lease }) => lease?.owner !== this.server.id);
    if (others.length === 0) return;
    // Without room it is remembered: whoever ends a try looks then.
    this.#worker?.look();
    this.#offers?.offer(others.map(({ _id }) => _id));
  }

  canceled(iterationId: string): void {
    this.#worker?.cancel(iterationId);
  }

  /** Where storing it took long, its lease may have ended meanwhile, and somebody else have it. */
  private isYoung({ lease }: StoredIteration): boolean {
    const now = this.time.now();
    return lease !== null && now !== undefined && lease.until.getTime() - now.getTime() > YOUNG_MS;
  }
}
