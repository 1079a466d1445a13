import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { ITERATION_MODEL } from '../iterations/iteration.schema.js';
import { type StoredIteration } from '../iterations/stored-iteration.js';

/** Runs that one query asks for by their ids. */
const BATCH = 1000;

/** Runs of tasks as they are shown. Who may see them is said by their job. */
@Injectable()
export class IterationListRepository {
  constructor(@InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>) {}

  /** The runs of one task by their numbers, or of all tasks of a job in the order of time. */
  async list(
    jobId: string,
    task: string | undefined,
    { skip, limit }: PageRequest,
  ): Promise<Page<StoredIteration>> {
    const conditions = task === undefined ? { jobId } : { jobId, task };
    const hint = task === undefined ? 'job' : 'task';
    const [items, total] = await Promise.all([
      this.iterations
        .find(conditions)
        .sort(task === undefined ? { startedAt: 1, _id: 1 } : { number: 1 })
        .skip(skip)
        .limit(limit)
        .hint(hint)
        .lean<StoredIteration[]>(),
      this.iterations.countDocuments(conditions).hint(hint),
    ]);
    return { items, total };
  }

  /** Those of the ids that there are. */
  async findAll(ids: readonly string[]): Promise<readonly StoredIteration[]> {
    const found: StoredIteration[] = [];
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const some = await this.iterations
        .find({ _id: trusted({ $in: batch }) })
        .lean<StoredIteration[]>();
      found.push(...some);
    }
    return found;
  }
}
