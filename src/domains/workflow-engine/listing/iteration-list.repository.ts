import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { readsById } from '../../../platform/concurrency/batch.js';
import { type Page } from '../../../kernel/page.js';
import { findPage, type PageOrder } from '../../../platform/database/lists/find-page.js';
import { allOf } from '../../../platform/database/text-match.js';
import { ITERATION_MODEL } from '../store/iteration.schema.js';
import { type IterationPart } from './iteration-list.js';
import { type StoredIteration } from '../store/stored-iteration.js';

/** Runs that one query asks for by their ids. */
const BATCH = 1000;
/** So many of a caller are read together with those of others. */
const FEW = 20;

/** Runs of tasks as they are shown. Who may see them is said by their job. */
@Injectable()
export class IterationListRepository {
  private readonly reads = readsById((ids) => this.read(ids), BATCH);

  constructor(@InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>) {}

  /** The runs of one task by their numbers, or of all tasks of a job in the order of time. */
  async list(
    jobId: string,
    { task, filter, ...part }: IterationPart,
  ): Promise<Page<StoredIteration>> {
    const order: PageOrder =
      task === undefined
        ? { sort: { startedAt: 1, _id: 1 }, hint: 'job' }
        : { sort: { number: 1 }, hint: 'task' };
    const ofTask = task === undefined ? {} : { task };
    return findPage(this.iterations, allOf([{ jobId, ...ofTask }, filter]), part, order);
  }

  /** Those of the ids that there are. Callers of the same time read together, where each asks for few. */
  async findAll(ids: readonly string[]): Promise<readonly StoredIteration[]> {
    if (ids.length <= FEW) {
      const few = await this.reads.addAll(ids);
      return few.filter((iteration) => iteration !== undefined);
    }
    const found: StoredIteration[] = [];
    for (let from = 0; from < ids.length; from += BATCH) {
      found.push(...(await this.read(ids.slice(from, from + BATCH))));
    }
    return found;
  }

  private read(ids: readonly string[]): Promise<StoredIteration[]> {
    return this.iterations
      .find({ _id: trusted({ $in: [...ids] }) })
      .lean<StoredIteration[]>()
      .exec();
  }
}
