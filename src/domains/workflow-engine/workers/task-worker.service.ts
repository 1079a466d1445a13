import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { waitAtMost } from '../../../platform/concurrency/wait-at-most.js';
import { TakeLoop } from '../../../platform/work/take-loop.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { type Claim, ClaimsRepository } from './claims.repository.js';
import { LocalDispatch, type LocalWorker } from './local-dispatch.js';
import { ServerIdentity } from '../runner/server-identity.js';
import { type Finding, TaskAttemptService } from './task-attempt.service.js';
import { findingOf, HEARTBEAT_MS } from './task-lease-rules.js';
import { FairClaims } from './fair-claims.js';

/** A node that is stopped lets its tries end by themselves for this long, and then makes them end. */
const GRACE_MS = 1500;
const STOP_MS = 2500;
/** So many tasks are claimed at once: few, so that what is stored meanwhile finds room here, or many where many wait. */
const CLAIMED_AT_ONCE = { few: 8, many: 32 } as const;
/** Where many wait, places that become free gather for so long, or until half of all are free: the next tasks go together. */
const GATHER_MS = 10;

/**
 * Works on iterations, as many at a time as this node may: those stored with a lease of its own, and those
 * that it claims because nobody does. Costs nothing while there are none.
 */
@Injectable()
export class TaskWorkerService implements LocalWorker, OnModuleDestroy {
  readonly #tries = new Map<string, { readonly ends: AbortController; done: Promise<void> }>();
  /** Begun here, and what came of them not written down. */
  readonly #begun = new Set<string>();
  readonly #stopping = new AbortController();
  /** Whoever starts a job ends their request; what its tasks do is no part of that. */
  readonly #ofNobody = AsyncLocalStorage.snapshot();
  #heartbeat: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;
  /** There may be more to claim than there was room for. */
  #hasMore = false;
  /** An administrator lets no worker begin anything, or whether one does is not known yet. */
  #rests = true;
  readonly #turns: FairClaims;
  readonly #loop = new TakeLoop(
    () => this.dispatch.slots.free > 0 && !this.#rests && !this.#stopping.signal.aborted,
    () => this.claim(),
  );

  constructor(
    private readonly dispatch: LocalDispatch,
    private readonly claims: ClaimsRepository,
    private readonly task: TaskAttemptService,
    private readonly server: ServerIdentity,
    private readonly log: AppLogger,
  ) {
    this.#turns = new FairClaims(claims);
  }

  async onModuleDestroy(): Promise<void> {
    this.dispatch.detach();
    clearTimeout(this.#gathering);
    this.#stopping.abort(new Error('the server stops'));
    await this.#loop.settled();
    await this.ended(GRACE_MS);
    for (const { ends } of this.#tries.values()) ends.abort(this.#stopping.signal.reason);
    await this.ended(STOP_MS);
    clearInterval(this.#heartbeat);
  }

  get isBehind(): boolean {
    return this.#hasMore;
  }

  begin(iteration: StoredIteration, isFresh: boolean): void {
    // What came of it is not written down, and its lease still stands: it must not begin twice.
    if (this.#begun.has(iteration._id)) return;
    void this.start(iteration, isFresh ? 'fresh' : 'kept');
  }

  look(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.fill().catch((error: unknown) => {
      this.log.error({ err: error }, 'tasks of jobs cannot be claimed');
    });
  }

  cancel(iterationId: string): void {
    this.#tries.get(iterationId)?.ends.abort(new Error('the job was canceled'));
  }

  get rests(): boolean {
    return this.#rests;
  }

  /** Begins nothing any more, or again; what is begun goes on. */
  rest(rests: boolean): void {
    if (rests === this.#rests || this.#stopping.signal.aborted) return;
    this.#rests = rests;
    if (rests) this.dispatch.detach();
    else this.dispatch.attach(this);
  }

  /** Claims what there is, as far as there is room; resolves when there is no more of either. */
  async fill(): Promise<void> {
    this.#hasMore = await this.#loop.fill();
  }

  dueCondition(): DueCondition {
    return this.claims.dueCondition();
  }

  /**
   * Claims this iteration and works on it, if there is room and nobody else has it.
   * @returns whether this node has it now; resolves when it is done with it.
   */
  async take(iterationId: string): Promise<boolean> {
    const { slots } = this.dispatch;
    if (this.#rests || this.#stopping.signal.aborted) return false;
    if (slots.free === 0) {
      this.#hasMore = true;
      return false;
    }
    const claim = await this.claims.claimOne(iterationId, this.server.id);
    if (!claim) return false;
    await this.startClaimed(claim);
    return true;
  }

  private async claim(): Promise<boolean> {
    const { slots } = this.dispatch;
    // What is stored meanwhile does not take these places.
    const count = slots.keep(CLAIMED_AT_ONCE[this.#hasMore ? 'many' : 'few']);
    try {
      const by = { owner: this.server.id, without: slots.active, count };
      const claims = await this.#turns.claim(by);
      // Those that a stop lets go are given back before the loop has settled.
      const begun = claims.map((claim) => this.startClaimed(claim));
      if (this.#stopping.signal.aborted) await Promise.all(begun);
      return claims.length > 0;
    } finally {
      slots.release(count);
    }
  }

  private async startClaimed({ iteration, before }: Claim): Promise<void> {
    const found = { lease: before, attempt: iteration.attempt };
    const node = { serverId: this.server.id, hasBegun: this.#begun.has(iteration._id) };
    const finding = findingOf(found, node);
    if (!this.#stopping.signal.aborted) await this.start(iteration, finding);
    else await this.claims.release(iteration, 0, finding !== 'fresh');
  }

  private start(iteration: StoredIteration, finding: Finding): Promise<void> {
    const { _id } = iteration;
    if (this.#stopping.signal.aborted || !this.dispatch.slots.enter(_id)) return Promise.resolve();
    const ends = new AbortController();
    this.#begun.add(_id);
    const signals = { canceled: ends.signal, stopping: this.#stopping.signal };
    const done = this.#ofNobody(() => this.task.carryOut(iteration, finding, signals))
      .then(() => {
        this.#begun.delete(_id);
      })
      .catch((error: unknown) => {
        // Its lease ends by itself, and whoever takes it then knows that it was begun.
        this.log.error({ err: error, iteration: _id }, 'what came of a task could not be stored');
      })
      .finally(() => {
        this.end(_id);
      });
    this.#tries.set(_id, { ends, done });
    this.#heartbeat ??= setInterval(() => void this.renew(), HEARTBEAT_MS);
    return done;
  }

  private end(id: string): void {
    this.#tries.delete(id);
    this.dispatch.slots.leave(id);
    if (this.#tries.size === 0) {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    }
    if (this.#hasMore && !this.#stopping.signal.aborted) this.gather();
  }

  private gather(): void {
    if (this.dispatch.slots.isHalfFree) this.look();
    else
      this.#gathering ??= setTimeout(() => {
        this.look();
      }, GATHER_MS).unref();
  }

  /** One write for all of them. One that fails is made up for by the next. */
  private async renew(): Promise<void> {
    const ids = [...this.#tries.keys()];
    if (ids.length === 0) return;
    try {
      const lost = await this.claims.renew(this.server.id, ids);
      for (const id of lost) this.#tries.get(id)?.ends.abort(new Error('it is no longer ours'));
    } catch (error) {
      this.log.warn({ err: error }, 'leases of tasks could not be renewed');
    }
  }

  private async ended(withinMs: number): Promise<void> {
    await waitAtMost(withinMs, Promise.all([...this.#tries.values()].map(({ done }) => done)));
  }
}
