import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { ITERATION_MODEL } from './iteration.schema.js';
import { type StoredIteration } from './stored-iteration.js';

/** The runs of tasks, of all jobs. */
@Injectable()
export class IterationsRepository {
  constructor(@InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>) {}

  async find(_id: string): Promise<StoredIteration | null> {
    return this.iterations.collection.findOne<StoredIteration>({ _id: _id as never });
  }
}
