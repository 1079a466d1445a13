import { type Model, trusted } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { revisionIs } from '../../../platform/database/revision-filter.js';
import { findPage, type PageOrder, sortBy } from '../../../platform/database/lists/find-page.js';
import { namesValuesOf } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
import { type ContentKind } from '../kinds/content-kinds.js';
import { type ContentList } from './content-list.js';
import { documentProjection, projectedMembers } from './document-projection.js';
import { type StoredContent } from './content-record.js';

/** An installation under way only holds a name. */
const VISIBLE = { hidden: trusted({ $ne: true }) };
/** A change of its package is about to write it. */
const UNCLAIMED = { pending: trusted({ $exists: false }) };
const BY_NAME = { nameFolded: 1, _id: 1 } as const;
/** A record without its document, which can be megabytes long. */
export type ContentHead = Omit<StoredContent, 'document'>;

/** How many documents are read at once: a few `first`, which are there sooner, then `batch` at a time. */
export interface BatchSizes {
  readonly first: number;
  readonly batch: number;
}

/** What a write of ours changes. */
export type ContentChange = Required<
  Pick<
    StoredContent,
    'name' | 'nameFolded' | 'document' | 'facts' | 'updated' | 'updatedBy' | 'updatedWith'
  >
>;

/** The documents of one kind; an installation's reservations are never seen. */
export class ContentRepository {
  constructor(
    readonly kind: ContentKind,
    private readonly records: Model<StoredContent>,
  ) {}

  /** A part of the documents, by name; with `include` these members of each document. */
  async list(query: ContentList): Promise<Page<StoredContent>> {
    const sort = sortBy(['nameFolded', '_id'], query.order);
    const by = {
      sort,
      hint: hintOf(query),
      isCountedLast: true,
      members: membersFor(query),
    } as const;
    return findPage(this.records, conditionsOf(query), query, by);
  }

  /**
   * Every document in the order of names, one after the other; with a projection, which keeps `nameFolded`, what it
   * leaves of them. Whoever stops early ends the cursor.
   */
  async *each({ first, batch }: BatchSizes, projection?: object): AsyncGenerator<StoredContent> {
    // The driver has no first batch of another size, so the first ones are a query of their own.
    const begin = await this.records
      .find(VISIBLE, projection)
      .sort(BY_NAME)
      .hint('list')
      .limit(first)
      .lean<StoredContent[]>();
    yield* begin;
    const last = begin[first - 1]?.nameFolded;
    if (last === undefined) return;
    // Names are unique.
    const cursor = this.records
      .find({ ...VISIBLE, nameFolded: trusted({ $gt: last }) }, projection)
      .sort(BY_NAME)
      .hint('list')
      .batchSize(batch)
      .lean<StoredContent[]>()
      .cursor();
    try {
      for await (const stored of cursor) yield stored; // lean: a plain document
    } finally {
      await cursor.close();
    }
  }

  /** A document by its id, else by its name. */
  async find(idOrName: string): Promise<StoredContent | null> {
    const byId = await this.records.findOne({ _id: idOrName, ...VISIBLE }).lean<StoredContent>();
    return byId ?? this.findByName(idOrName);
  }

  async findByName(name: string): Promise<StoredContent | null> {
    return this.records.findOne({ nameFolded: foldText(name), ...VISIBLE }).lean<StoredContent>();
  }

  /** Those of the names that somebody has, with their records but without documents. */
  async findHeads(names: readonly string[]): Promise<readonly ContentHead[]> {
    return this.records
      .find({ nameFolded: trusted({ $in: names.map(foldText) }), ...VISIBLE }, { document: 0 })
      .sort({ nameFolded: 1 })
      .lean<ContentHead[]>();
  }

  /** Some names that stand around one in the order of names, which begin as it does. */
  async findNamesAround(name: string, limit: number): Promise<readonly string[]> {
    const sides = [
      { is: trusted({ $gte: foldText(name) }), order: 1 },
      { is: trusted({ $lt: foldText(name) }), order: -1 },
    ] as const;
    const found = await Promise.all(
      sides.map(({ is, order }) =>
        this.records
          .find({ nameFolded: is, ...VISIBLE }, { name: 1 })
          .sort({ nameFolded: order, _id: order })
          .limit(limit)
          .hint('list')
          .lean<Pick<StoredContent, 'name'>[]>(),
      ),
    );
    return found.flat().map((one) => one.name);
  }

  /** Those of the ids that there are, with their records but without documents. */
  async findHeadsById(ids: readonly string[]): Promise<readonly ContentHead[]> {
    return this.records
      .find({ _id: trusted({ $in: ids }), ...VISIBLE }, { document: 0 })
      .sort({ _id: 1 })
      .lean<ContentHead[]>();
  }

  /** Those of the ids that are taken, be it by an installation under way. */
  async findTakenIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const taken = await this.records
      .find({ _id: trusted({ $in: ids }) }, { _id: 1 })
      .lean<Pick<StoredContent, '_id'>[]>();
    return new Set(taken.map(({ _id }) => _id));
  }

  /** @throws AppError `conflict`, code `name-taken` or `id-taken`. */
  async insert(record: StoredContent): Promise<void> {
    try {
      await this.records.create(record);
    } catch (error) {
      throw this.asConflict(error, record.name);
    }
  }

  /**
   * @returns false when it no longer has this revision, or its package is being changed; one that a
   *   package brought has 0 at first.
   * @throws AppError `conflict`, code `name-taken`.
   */
  async replace(_id: string, revision: number, change: ContentChange): Promise<boolean> {
    try {
      const { matchedCount } = await this.records.updateOne(
        { _id, revision: revisionIs(revision), ...VISIBLE, ...UNCLAIMED },
        { $set: { ...change, revision: revision + 1 } },
      );
      return matchedCount === 1;
    } catch (error) {
      throw this.asConflict(error, change.name);
    }
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    const { deletedCount } = await this.records.deleteOne({ _id, revision: revisionIs(revision) });
    return deletedCount === 1;
  }

  /** Every tag, with how many documents have it; one read of the documents that have any. */
  async countTags(): Promise<ReadonlyMap<string, number>> {
    const groups = await this.records.aggregate<{ _id: readonly string[]; count: number }>([
      { $match: { 'facts.tags': { $gt: '' }, hidden: { $ne: true } } },
      { $group: { _id: '$facts.tags', count: { $sum: 1 } } },
    ]);
    const counts = new Map<string, number>();
    for (const { _id: tags, count } of groups) {
      for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + count);
    }
    return counts;
  }

  /** Documents that have a tag, by name, without what they hold. */
  async findTagged(tag: string, limit: number): Promise<readonly ContentHead[]> {
    return this.records
      .find({ 'facts.tags': trusted({ $eq: tag }), ...VISIBLE }, { document: 0 })
      .sort(BY_NAME)
      .limit(limit)
      .hint('tags')
      .lean<ContentHead[]>();
  }

  /** Names of documents that refer to something by one of the keys, but for one of them. */
  async findReferring(
    keys: readonly string[],
    except: string,
    limit: number,
  ): Promise<readonly string[]> {
    const found = await this.records
      .find(
        { 'facts.refersTo': trusted({ $in: keys }), _id: trusted({ $ne: except }), ...VISIBLE },
        { name: 1 },
      )
      .sort(BY_NAME)
      .limit(limit)
      .hint('references')
      .lean<Pick<StoredContent, 'name'>[]>();
    return found.map(({ name }) => name);
  }

  /** Documents whose facts were derived in another way than this version's, some at a time. */
  async findOutdated(version: number, limit: number): Promise<readonly StoredContent[]> {
    return this.records
      .find({ 'facts.version': trusted({ $ne: version }), ...VISIBLE })
      .limit(limit)
      .lean<StoredContent[]>();
  }

  /** Writes facts anew, unless the document has changed meanwhile. */
  async writeFacts(
    record: StoredContent,
    facts: NonNullable<StoredContent['facts']>,
  ): Promise<void> {
    const { _id, revision = 0 } = record;
    await this.records.updateOne({ _id, revision: revisionIs(revision) }, { $set: { facts } });
  }

  private asConflict(error: unknown, name: string): unknown {
    if (!isDuplicateKey(error)) return error;
    return conflict(`${this.kind.label} '${name}' already exists`, 'name-taken');
  }
}

/** A record with the members of its document that are shown; all of it where a path cannot name one of them. */
function membersFor({ include }: ContentList): PageOrder['members'] {
  const names = ['name', ...(include ?? [])];
  if (!include || names.some((name) => !/^[a-z_]\w*$/i.test(name))) return undefined;
  const document = documentProjection(projectedMembers(names));
  return { name: 1, revision: 1, packageId: 1, facts: 1, document };
}

function conditionsOf({ filter, names, tag, keys }: ContentList): Record<string, unknown> {
  return allOf([
    filter,
    names ? { name: trusted({ $in: names }) } : {},
    names ? { nameFolded: trusted({ $in: names.map(foldText) }) } : {},
    tag === undefined ? {} : { 'facts.tags': trusted({ $eq: tag }) },
    ...(keys ?? []).map((anyOf) => ({ 'facts.keys': trusted({ $in: anyOf }) })),
    VISIBLE,
  ]);
}

function hintOf({ filter, tag, keys }: ContentList): string {
  if (tag !== undefined) return 'tags';
  const hasKeys = (keys ?? []).length > 0 || namesValuesOf(filter, 'facts.keys');
  return hasKeys ? 'keys' : 'list';
}
