import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
import { type ModelHead, type StoredModel } from './integration-model.js';
import { INTEGRATION_MODEL_MODEL } from './integration-model.schema.js';

/** An installation under way only holds a name. */
const VISIBLE = { hidden: trusted({ $ne: true }) };
const HEAD = { document: 0 } as const;
/** Models that packages brought since the last look; more wait for the next one. */
const UNREAD_MAX = 50;

/** What a write of ours changes. */
export type ModelChange = Required<
  Pick<StoredModel, 'document' | 'versionFolded' | 'summary' | 'updated' | 'updatedBy'>
>;

/** The collection of integration models; an installation's reservations are never seen. */
@Injectable()
export class IntegrationModelsRepository {
  constructor(@InjectModel(INTEGRATION_MODEL_MODEL) private readonly models: Model<StoredModel>) {}

  /** A part of the models, by name, without their documents. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<ModelHead>> {
    const by = { sort: sortBy(['nameFolded', '_id'], order), hint: 'list', members: HEAD };
    return findPage(this.models, allOf([filter, VISIBLE]), part, by);
  }

  /** A model by its name, else by the `title:version` of its document. */
  async findHead(id: string): Promise<ModelHead | null> {
    const folded = foldText(id);
    const byName = await this.models
      .findOne({ nameFolded: folded, ...VISIBLE }, HEAD)
      .hint('name')
      .lean<ModelHead>();
    if (byName) return byName;
    return this.models
      .findOne({ versionFolded: folded, ...VISIBLE }, HEAD)
      .sort({ _id: 1 })
      .lean<ModelHead>();
  }

  async findDocument(_id: string): Promise<StoredModel | null> {
    return this.models.findOne({ _id, ...VISIBLE }).lean<StoredModel>();
  }

  /** Models of packages that nobody has read yet. */
  async findUnread(): Promise<readonly StoredModel[]> {
    return this.models
      .find({ versionFolded: trusted({ $eq: null }), ...VISIBLE })
      .sort({ _id: 1 })
      .limit(UNREAD_MAX)
      .lean<StoredModel[]>();
  }

  /** @throws AppError `conflict` when the name is taken. */
  async insert(model: StoredModel): Promise<void> {
    try {
      await this.models.create(model);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`Integration model '${model.name}' already exists`, 'name-taken');
    }
  }

  /** What was read of a packaged document, unless the package has changed it meanwhile. */
  async noteRead(
    { _id, hash }: ModelHead,
    read: Pick<ModelChange, 'versionFolded' | 'summary'>,
  ): Promise<void> {
    const same = hash ?? trusted({ $exists: false });
    await this.models.updateOne({ _id, hash: same }, { $set: read });
  }

  /** @returns false when it no longer has this revision. */
  async replace(_id: string, revision: number, change: ModelChange): Promise<boolean> {
    const { matchedCount } = await this.models.updateOne(
      { _id, revision, ...VISIBLE },
      { $set: { ...change, revision: revision + 1 } },
    );
    return matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    const { deletedCount } = await this.models.deleteOne({ _id, revision });
    return deletedCount === 1;
  }
}
