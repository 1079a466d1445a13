import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Clock } from '../../../kernel/clock.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { conflict } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type AdapterProbe, type AdapterType, type StoredAdapter } from './adapter.js';
import { ADAPTER_MODEL } from './adapter.schema.js';

/** What a change writes; what was known of its health no longer counts. */
export type AdapterChange = Partial<
  Omit<StoredAdapter, '_id' | 'name' | 'nameFolded' | 'revision' | 'probe' | 'probeDue'>
> & {
  /** Null takes it off the list of what is looked at. */
  readonly probeDue: Date | null;
};

/** The collection of adapters. */
@Injectable()
export class AdaptersRepository {
  constructor(@InjectModel(ADAPTER_MODEL) private readonly adapters: Model<StoredAdapter>) {}

  /** A part of the adapters, by name. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<StoredAdapter>> {
    const by = { sort: sortBy(['nameFolded', '_id'], order), hint: 'list' };
    return findPage(this.adapters, filter, part, by);
  }

  /** By id or by name; an id counts before somebody else's name. */
  async find(idOrName: string): Promise<StoredAdapter | null> {
    const found = await this.adapters
      .find({ $or: [{ _id: idOrName }, { nameFolded: foldText(idOrName) }] })
      .limit(2)
      .lean<StoredAdapter[]>();
    return found.find(({ _id }) => _id === idOrName) ?? found[0] ?? null;
  }

  /** Ids and folded names of those that there are of these ids or names; the caller bounds them. */
  async findMentioned(
    mentions: readonly string[],
  ): Promise<readonly Pick<StoredAdapter, '_id' | 'nameFolded'>[]> {
    const anyOf = { _id: trusted({ $in: mentions }) };
    const named = { nameFolded: trusted({ $in: mentions.map(foldText) }) };
    return this.adapters
      .find({ $or: [anyOf, named] }, { nameFolded: 1 })
      .lean<Pick<StoredAdapter, '_id' | 'nameFolded'>[]>();
  }

  /** Enabled ones of a type, by name; there are few. */
  async enabled(type: AdapterType): Promise<readonly StoredAdapter[]> {
    return this.adapters
      .find({ type, enabled: true })
      .sort({ nameFolded: 1 })
      .lean<StoredAdapter[]>();
  }

  /** Types that are configured, enabled or not. */
  async types(): Promise<readonly AdapterType[]> {
    return this.adapters.distinct<keyof StoredAdapter & 'type'>('type');
  }

  async count(): Promise<number> {
    return this.adapters.estimatedDocumentCount();
  }

  /** @throws AppError `conflict` when the name is taken. */
  async insert(adapter: StoredAdapter): Promise<void> {
    try {
      await this.adapters.create(adapter);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`Adapter '${adapter.name}' already exists`, 'name-taken');
    }
  }

  /** @returns false when it no longer has this revision. */
  async change(_id: string, revision: number, change: AdapterChange): Promise<boolean> {
    const { probeDue, ...fields } = change;
    const set = { ...fields, revision: revision + 1, probe: null };
    const { matchedCount } = await this.adapters.updateOne(
      { _id, revision },
      probeDue ? { $set: { ...set, probeDue } } : { $set: set, $unset: { probeDue: 1 } },
    );
    return matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    return (await this.adapters.deleteOne({ _id, revision })).deletedCount === 1;
  }

  /** One is to be looked at. */
  dueCondition(clock: Clock): DueCondition {
    return { collection: this.adapters.collection.name, filter: () => dueBy(clock.now()) };
  }

  /** Those whose other systems are to be looked at by now, the longest overdue first. */
  async findDue(now: Date, most: number): Promise<readonly StoredAdapter[]> {
    return this.adapters.find(dueBy(now)).sort({ probeDue: 1 }).limit(most).lean<StoredAdapter[]>();
  }

  /**
   * Keeps what a look found, unless the adapter was changed or somebody else looked meanwhile: of
   * several who find the same at once, one tells of it.
   */
  async noteProbe(
    { _id, revision, probe: former }: StoredAdapter,
    probe: AdapterProbe,
    probeDue: Date,
  ): Promise<boolean> {
    const { matchedCount } = await this.adapters.updateOne(
      { _id, revision, enabled: true, 'probe.at': former?.at ?? null },
      { $set: { probe, probeDue } },
    );
    return matchedCount === 1;
  }
}

function dueBy(now: Date): { readonly probeDue: { readonly $lte: Date }; readonly enabled: true } {
  return { probeDue: trusted({ $lte: now }), enabled: true };
}
