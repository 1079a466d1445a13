import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { Clock } from '../../kernel/clock.js';
import { IdSource } from '../../kernel/ids.js';
import { type Principal } from '../../kernel/principal.js';
import { type DueCondition } from '../work/due-condition.js';
import { type StoredDocument } from '../database/storable.js';
import { type StoredOperation, toTracked } from './stored-operation.js';
import { requestContext } from '../request-context/request-context.js';
import { LeasedWork } from '../work/leased-work.js';
import { type Leases } from '../work/leases.js';
import { OperationNotifier } from './operation-notifier.js';
import { TRACKED_OPERATION_MODEL } from './tracked-operation.schema.js';
import {
  type EndState,
  type OperationAbout,
  type OperationFigures,
  type TrackedOperation,
} from './tracked-operation.js';

/** How an operation ended, as it is stored. */
export interface StoredEnd {
  readonly state: EndState;
  readonly failure: StoredDocument | null;
  readonly result: StoredDocument | null;
}

/** What became of a request to cancel. */
export type CancelOutcome = 'asked' | 'ended' | 'decided' | 'missing';

/** A node that says nothing for so long is gone. */
const SILENCE_MAX_MS = 20_000;

/**
 * Operations while they go on. Every write is one document's, by the clock of the database; followers on this node
 * are told of what has changed.
 */
@Injectable()
export class TrackedOperationsRepository {
  private readonly leases: Leases<StoredOperation>;
  private readonly node: string;

  // eslint-disable-next-line max-params -- collection, leases, notifier, ids, clock
  constructor(
    @InjectModel(TRACKED_OPERATION_MODEL) private readonly operations: Model<StoredOperation>,
    work: LeasedWork,
    private readonly notifier: OperationNotifier,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.node = ids.next();
    this.leases = work.of(operations, {
      work: 'operation',
      until: 'beat',
      storesRenewal: true,
      leaseMs: SILENCE_MAX_MS,
      keepsLateEnds: true,
    });
  }

  /** Stores an operation that waits for its turn. @param principal who asks; null for the platform itself. */
  async create(about: OperationAbout, principal: Principal | null): Promise<TrackedOperation> {
    const { kind, subject, isCancellable } = about;
    const operation: TrackedOperation = {
      _id: this.ids.next(),
      rev: 1,
      kind,
      subject,
      isCancellable,
      state: 'queued',
      isCancelAsked: false,
      progress: { done: 0, total: null, step: '' },
      accountId: principal?.id ?? null,
      username: principal?.username ?? null,
      requestId: requestContext()?.requestId ?? null,
      node: this.node,
      created: this.clock.now(),
      started: null,
      finished: null,
      failure: null,
      result: null,
    };
    await this.insert(operation);
    return operation;
  }

  async insert(operation: TrackedOperation): Promise<void> {
    await this.leases.add({ ...operation, failure: null, result: null });
  }

  async find(_id: string): Promise<TrackedOperation | null> {
    const found = await this.collection.findOne({ _id });
    return found && toTracked(found);
  }

  /** It is its turn. @returns whether somebody has asked to cancel it meanwhile. */
  async begin(_id: string): Promise<boolean> {
    return this.change(_id, { state: 'running', started: '$$NOW' });
  }

  /** @returns whether somebody has asked to cancel it. */
  async report(_id: string, progress: OperationFigures): Promise<boolean> {
    return this.change(_id, { progress: { $literal: progress } });
  }

  /** From now on it cannot be cancelled. @returns false when somebody has asked for that before. */
  async decide(_id: string): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(
      { _id, isCancelAsked: false },
      { $set: { isCancellable: false }, $inc: { rev: 1 } },
    );
    this.notifier.ring(_id);
    return matchedCount === 1;
  }

  /** Also over one that another node gave up too soon: what happened counts. */
  async end(_id: string, { state, failure, result }: StoredEnd): Promise<void> {
    const told = { failure: { $literal: failure }, result: { $literal: result } };
    const fields = { state, finished: '$$NOW', isCancellable: false, ...told, rev: NEXT_REV };
    await this.leases.finish({ _id }, [{ $set: fields }, { $unset: 'beat' }]);
    this.notifier.ring(_id);
  }

  /** Asks the node that does it to cancel it. */
  async askToCancel(_id: string): Promise<CancelOutcome> {
    const { matchedCount } = await this.collection.updateOne(
      { _id, isCancellable: true, beat: { $exists: true } },
      { $set: { isCancelAsked: true }, $inc: { rev: 1 } },
    );
    this.notifier.ring(_id);
    if (matchedCount === 1) return 'asked';
    const found = await this.collection.findOne({ _id }, { projection: { beat: 1 } });
    if (!found) return 'missing';
    return found.beat === undefined ? 'ended' : 'decided';
  }

  /** These go on. @returns those of them that somebody has asked to cancel. */
  async beat(ids: readonly string[]): Promise<readonly string[]> {
    const these = { _id: { $in: [...ids] } };
    await this.leases.renewAll(these);
    const asked = await this.collection
      .find({ ...these, isCancelAsked: true, isCancellable: true }, { projection: { _id: 1 } })
      .toArray();
    return asked.map(({ _id }) => _id);
  }

  /** There is one whose node is gone. */
  dueCondition(): DueCondition {
    return this.leases.dueCondition();
  }

  /** Gives up those whose node is gone. @returns their number. */
  async interruptSilent(): Promise<number> {
    const { modifiedCount } = await this.collection.updateMany(
      this.leases.due(),
      [
        { $set: { state: 'interrupted', finished: '$$NOW', isCancellable: false, rev: NEXT_REV } },
        { $unset: 'beat' },
      ],
      { hint: 'beat' },
    );
    return modifiedCount;
  }

  private async change(_id: string, fields: mongo.Document): Promise<boolean> {
    const found = await this.collection.findOneAndUpdate(
      { _id, beat: { $exists: true } },
      [{ $set: { ...fields, beat: '$$NOW', rev: NEXT_REV } }],
      { projection: { isCancelAsked: 1, isCancellable: 1 } },
    );
    this.notifier.ring(_id);
    return found?.isCancelAsked === true && found.isCancellable;
  }

  private get collection(): mongo.Collection<StoredOperation> {
    return this.operations.collection as unknown as mongo.Collection<StoredOperation>;
  }
}

const NEXT_REV = { $add: ['$rev', 1] };
