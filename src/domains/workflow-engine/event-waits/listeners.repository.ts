import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { type Clock } from '../../../kernel/clock.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { ITERATION_MODEL } from '../store/iteration.schema.js';
import { listenerKey, type StoredIteration } from '../store/stored-iteration.js';

/** A task that waits for an event. */
export interface Listening {
  readonly _id: string;
  readonly jobId: string;
  readonly task: string;
  readonly startedAt: Date;
  /** What it waits for, as JSON text. */
  readonly listener: string;
}

type Filter = mongo.Filter<StoredIteration>;

const WAITING: Filter = { status: 'running', listensTo: { $type: 'string' } };
const FIELDS = { jobId: 1, task: 1, startedAt: 1, listener: 1 } as const;

/** Tasks that wait for events. */
@Injectable()
export class ListenersRepository {
  constructor(@InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>) {}

  private get collection(): mongo.Collection<StoredIteration> {
    return this.iterations.collection as unknown as mongo.Collection<StoredIteration>;
  }

  /** Whether any task waits for any event. */
  async hasAny(): Promise<boolean> {
    const options = { projection: { _id: 1 }, hint: 'listening' } as const;
    return (await this.collection.findOne(WAITING, options)) !== null;
  }

  /** Those that wait for events of this source and topic, in the order of their ids. */
  async waitingFor(
    { source, topic }: { readonly source: string; readonly topic: string },
    after: string,
    limit: number,
  ): Promise<readonly Listening[]> {
    // Said twice, so that the database sees that the index holds all of them.
    const listensTo = { $eq: listenerKey(source, topic), $type: 'string' as const };
    const filter: Filter = { status: 'running', listensTo, _id: { $gt: after } };
    const found = await this.collection
      .find(filter, { projection: FIELDS, hint: 'listening' })
      .sort({ listensTo: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.flatMap(toListening);
  }

  /** One began to wait within so many milliseconds. */
  dueCondition(clock: Clock, agoMs: number): DueCondition {
    const from = (): Date => new Date(clock.now().getTime() - agoMs);
    return { collection: this.collection.collectionName, filter: () => waitingSince(from()) };
  }

  /** Those that began to wait at this time or later. */
  async waitingSince(from: Date, limit: number): Promise<readonly Listening[]> {
    const found = await this.collection
      .find(waitingSince(from), { projection: FIELDS, hint: 'listeningSince' })
      .sort({ startedAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return found.flatMap(toListening);
  }
}

function waitingSince(from: Date): Filter {
  return { ...WAITING, startedAt: { $gte: from } };
}

function toListening({ listener, ...iteration }: StoredIteration): readonly Listening[] {
  return listener === null ? [] : [{ ...iteration, listener }];
}
