import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, type mongo } from 'mongoose';
import { Batch } from '../concurrency/batch.js';
import { databaseUnavailable } from '../database/mongo-failures.js';
import { AppLogger } from '../logging/app-logger.js';
import { type DueCondition } from '../work/due-condition.js';

const CONDITIONS_MAX = 100;
/** Whoever is not answered by then looks for itself. */
const ANSWER_MAX_MS = 2000;

/** Finds out for many at a time whether there is something to do, by one command. */
@Injectable()
export class DueConditionsRepository {
  private readonly asked = new Batch<DueCondition, boolean>(
    (conditions) => this.ask(conditions),
    CONDITIONS_MAX,
  );

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly log: AppLogger,
  ) {}

  /** Those who ask in one turn of the event loop share one command. @returns true as well when it fails. */
  async isMet(condition: DueCondition): Promise<boolean> {
    return this.asked.add(condition);
  }

  private async ask(conditions: readonly DueCondition[]): Promise<readonly boolean[]> {
    try {
      return await this.look(conditions);
    } catch (error) {
      this.log.warn({ err: error }, 'it is not known what is due: every task looks for itself');
      return conditions.map(() => true);
    }
  }

  private async look(conditions: readonly DueCondition[]): Promise<readonly boolean[]> {
    const filters = conditions.map(({ filter }) => filter());
    const met = new Set(filters.flatMap((filter, at) => (filter ? [] : [at])));
    const [first, ...others] = conditions.flatMap(({ collection: coll }, at) => {
      const filter = filters[at];
      return filter ? [{ coll, pipeline: firstThatFits(filter, at) }] : [];
    });
    if (!first) return conditions.map(() => true);
    const { db } = this.connection;
    if (!db) throw databaseUnavailable();
    const pipeline = [...first.pipeline, ...others.map((other) => ({ $unionWith: other }))];
    const found = db.collection(first.coll).aggregate<{ readonly _id: number }>(pipeline, {
      maxTimeMS: ANSWER_MAX_MS,
      // Over a connection that is dead nothing comes, not even that.
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    });
    for await (const { _id } of found) met.add(_id);
    return conditions.map((_, at) => met.has(at));
  }
}

/** Of the document only that there is one. */
function firstThatFits(filter: mongo.Document, at: number): mongo.Document[] {
  return [{ $match: filter }, { $limit: 1 }, { $project: { _id: { $literal: at } } }];
}
