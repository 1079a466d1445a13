import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import {
  CATALOGUE_REPOSITORY_MODEL,
  CATALOGUE_STATE_MODEL,
  type CatalogueState,
  type RepositoryState,
  UNREAD,
} from './catalogue-repository.schema.js';

/** How far the index of each repository has come, and for what its visible versions were computed. */
@Injectable()
export class CatalogueRepositoriesRepository {
  constructor(
    @InjectModel(CATALOGUE_REPOSITORY_MODEL) private readonly states: Model<RepositoryState>,
    @InjectModel(CATALOGUE_STATE_MODEL) private readonly catalogue: Model<CatalogueState>,
  ) {}

  async find(config: string): Promise<RepositoryState | null> {
    const found = await this.states.findOne({ _id: config }).lean<RepositoryState>().exec();
    return found && { ...UNREAD, ...found };
  }

  async findAll(configs: readonly string[]): Promise<readonly RepositoryState[]> {
    const found = await this.states
      .find({ _id: trusted({ $in: configs }) })
      .lean<RepositoryState[]>()
      .exec();
    // Records of before say less.
    return found.map((state) => ({ ...UNREAD, ...state }));
  }

  async names(): Promise<readonly string[]> {
    const found = await this.states.find({}, { _id: 1 }).lean<Pick<RepositoryState, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  /** Begins the record of a repository anew. */
  async put({ _id, ...state }: RepositoryState): Promise<void> {
    await this.states.updateOne({ _id }, { $set: state }, { upsert: true }).exec();
  }

  /** Changes what is said here and nothing else: others write at the same time. */
  async note(config: string, said: Partial<Omit<RepositoryState, '_id'>>): Promise<void> {
    await this.states.updateOne({ _id: config }, { $set: said }).exec();
  }

  async remove(config: string): Promise<void> {
    await this.states.deleteOne({ _id: config }).exec();
  }

  /** What the visible versions were computed for last; null when they never were. */
  async findState(): Promise<CatalogueState | null> {
    return this.catalogue.findOne({ _id: 'shelves' }).lean<CatalogueState>().exec();
  }

  /** Says that the visible versions are about to be changed, or that they have been. */
  async markChanging(isChanging: boolean): Promise<void> {
    await this.catalogue
      .updateOne(
        { _id: 'shelves' },
        {
          $set: { isChanging },
          $inc: { generation: 1 },
          $setOnInsert: { configs: [], release: '', checked: new Date(0) },
        },
        { upsert: true },
      )
      .exec();
  }

  async putState(state: Pick<CatalogueState, 'configs' | 'release' | 'checked'>): Promise<void> {
    await this.catalogue.updateOne({ _id: 'shelves' }, { $set: state }).exec();
  }
}
