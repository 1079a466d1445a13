import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, conflict, notFound } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';
import { toStored } from '../database/storable.js';
import { AppLogger } from '../logging/app-logger.js';
import { BoundedSlots } from '../concurrency/bounded-slots.js';
import { waitAtMost } from '../concurrency/wait-at-most.js';
import { BackgroundTasks } from '../scheduling/background-tasks.js';
import { OperationCounters } from './operation-counters.js';
import { endingOf, type OperationEnding } from './operation-ending.js';
import { type OperationJournal, type OperationOrigin } from './operation-journal.js';
import { OperationJournalsService } from './operation-journals.service.js';
import { type OperationProgress } from './operation-progress.js';
import { RunningOperation } from './running-operation.js';
import { type OperationAbout, type TrackedOperation } from './tracked-operation.js';
import { TrackedOperationsRepository } from './tracked-operations.repository.js';

/** How soon a request to cancel is found that came in on another node. */
const BEAT_MS = 1000;
const SWEEP_MS = 5000;
/** Operations of one node at a time; the others wait. */
const RUNNING_MAX = 8;
const OPEN_MAX = 200;
const OPEN_PER_ACCOUNT_MAX = 20;
const RETRY_AFTER_SECONDS = 10;
/** A node that is stopped gives its operations this long to end where they can be taken up. */
const STOP_MS = 4000;
const END_TRIES = 5;
const END_TRY_MS = 1000;

/** Work that can be followed. */
export type TrackedWork = (progress: OperationProgress) => Promise<JsonObject>;

/** An operation that was begun. */
export interface BegunOperation {
  readonly id: string;
  /** Settles as the work does, once that is written down; nobody needs to look at it. */
  readonly ended: Promise<JsonObject>;
}

interface OpenOperation {
  readonly operation: TrackedOperation;
  readonly running: RunningOperation;
  readonly journal: OperationJournal;
  readonly done: Promise<void>;
}

/** Work that takes longer than a request: it goes on by itself, and can be followed on every node (ADR 0185). */
@Injectable()
export class TrackedOperationsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly open = new Map<string, OpenOperation>();
  private readonly slots = new BoundedSlots(RUNNING_MAX, Infinity);
  private isStopping = false;

  constructor(
    private readonly operations: TrackedOperationsRepository,
    private readonly journals: OperationJournalsService,
    private readonly counters: OperationCounters,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('followed operations', BEAT_MS, () => this.beat());
    this.tasks.every('operations of nodes that are gone', SWEEP_MS, () => this.sweep(), {
      due: this.operations.dueCondition(),
    });
  }

  /** Asks what goes on to end, and waits for it a little: another node cannot take it up. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    for (const { running } of this.open.values()) running.interrupt();
    await waitAtMost(STOP_MS, Promise.all([...this.open.values()].map(({ done }) => done)));
  }

  /**
   * Begins work that goes on when its request is answered. What it notes as changed (`noteChange`) has
   * audit entries and events of its own.
   * @param principal who asks; null for the platform itself.
   * @throws AppError `too-many-requests` (`too-many-operations`); `unavailable` while the server stops.
   */
  async run(
    about: OperationAbout,
    principal: Principal | null,
    work: TrackedWork,
    origin?: OperationOrigin,
  ): Promise<BegunOperation> {
    this.assertRoom(principal);
    const operation = await this.operations.create(about, principal);
    const { _id: id } = operation;
    const running = new RunningOperation({
      report: (figures) => this.operations.report(id, figures),
      decide: () => this.operations.decide(id),
    });
    const journal = this.journals.open(id, principal, origin);
    const ended = this.carryOut({ operation, running, journal }, work);
    const done = ended.then(
      () => undefined,
      () => undefined,
    );
    this.open.set(id, { operation, running, journal, done });
    void done.then(() => this.open.delete(id));
    return { id, ended };
  }

  /** @throws AppError `not-found` */
  async find(id: string): Promise<TrackedOperation> {
    const found = await this.operations.find(id);
    if (!found) throw notFound('Operation', id);
    return found;
  }

  /**
   * Asks for the end of an operation, on whichever node it goes on; it ends a little later.
   * @throws AppError `not-found`; `conflict` for one that has ended (`operation-ended`), or cannot be
   * cancelled any more or at all (`operation-not-cancellable`).
   */
  async cancel(id: string): Promise<void> {
    const outcome = await this.operations.askToCancel(id);
    if (outcome === 'missing') throw notFound('Operation', id);
    if (outcome === 'ended') throw conflict('The operation has ended', 'operation-ended');
    if (outcome === 'decided') {
      throw conflict('The operation cannot be cancelled (any more)', 'operation-not-cancellable');
    }
    this.open.get(id)?.running.cancel();
  }

  /** Says that this node goes on, and finds what is to be cancelled. */
  async beat(): Promise<void> {
    if (this.open.size === 0) return;
    const asked = await this.operations.beat([...this.open.keys()]);
    for (const id of asked) this.open.get(id)?.running.cancel();
  }

  /** Gives up what nodes have left behind that are gone. */
  async sweep(): Promise<void> {
    const count = await this.operations.interruptSilent();
    if (count > 0) this.log.warn({ count }, 'operations were interrupted: their node is gone');
  }

  private async carryOut(
    open: Omit<OpenOperation, 'done'>,
    work: TrackedWork,
  ): Promise<JsonObject> {
    const { operation, running, journal } = open;
    const { _id: id } = operation;
    const { signal } = running.progress;
    const ended = this.counters.begin(operation.kind);
    const full = (): Error => new Error('the queue has no end');
    try {
      const result = await this.slots.run(signal, full, async () => {
        if (await this.operations.begin(id)) running.cancel();
        signal.throwIfAborted();
        return journal.during(() => work(flushingInto(running.progress, journal)));
      });
      await this.end(open, { state: 'succeeded', failure: null, result });
      ended('succeeded');
      return result;
    } catch (error) {
      const ending = endingOf(error, signal);
      if (ending.failure?.kind === 'internal') {
        this.log.error({ err: error, operation: id, kind: operation.kind }, 'an operation failed');
      }
      await this.end(open, ending);
      ended(ending.state);
      throw error;
    }
  }

  private async end(
    { operation, running, journal }: Omit<OpenOperation, 'done'>,
    ending: OperationEnding,
  ): Promise<void> {
    await running.settled();
    await journal.close(ending.state === 'succeeded' ? undefined : codeOf(ending));
    await this.writeEnd(operation._id, ending);
  }

  /** A database that is away for a moment shall not make an operation one that nobody knows the end of. */
  private async writeEnd(id: string, { state, failure, result }: OperationEnding): Promise<void> {
    const stored = {
      state,
      failure: failure && toStored(plain(failure)),
      result: result && toStored(plain(result)),
    };
    for (let tries = 1; ; tries += 1) {
      try {
        await this.operations.end(id, stored);
        return;
      } catch (error) {
        this.log.error(
          { err: error, operation: id, state },
          'the end of an operation is not stored',
        );
        if (tries >= END_TRIES || this.isStopping) return;
        await delay(END_TRY_MS);
      }
    }
  }

  private assertRoom(principal: Principal | null): void {
    if (this.isStopping) throw new AppError('unavailable', 'The server is stopping');
    const own = [...this.open.values()].filter(
      ({ operation }) => operation.accountId === (principal?.id ?? null),
    );
    if (this.open.size < OPEN_MAX && own.length < OPEN_PER_ACCOUNT_MAX) return;
    throw new AppError('too-many-requests', 'Too many operations go on or wait', {
      code: 'too-many-operations',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** Long work notes much: what it has noted is written down as it goes on. */
function flushingInto(progress: OperationProgress, journal: OperationJournal): OperationProgress {
  return {
    ...progress,
    report: (figures) => {
      progress.report(figures);
      journal.flushIfMany();
    },
  };
}

function codeOf({ state, failure }: OperationEnding): string {
  return failure?.code ?? state;
}

/** As an answer would carry it: without points in time and members that are undefined. */
function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
