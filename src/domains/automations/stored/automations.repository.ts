import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo, trusted } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { namesGuardedBy, readableBy } from '../../../platform/database/gbac-filter.js';
import { ListTotals } from '../../../platform/database/list-totals.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { boundsOnly, type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { revisionIs } from '../../../platform/database/revision-filter.js';
import { allOf, type TextFilter } from '../../../platform/database/text-match.js';
import { AUTOMATION_MODEL } from './automation.schema.js';
import { type StoredAutomation } from './stored-automation.js';

const LIST = 'automations';
/** Reserved by an installation, or not complete. */
const VISIBLE = { hidden: trusted({ $ne: true }) };
/** A change of its package is about to write it. */
const UNCLAIMED = { pending: trusted({ $exists: false }) };

/** What a change writes. */
export type AutomationChange = Required<
  Pick<
    StoredAutomation,
    | 'name'
    | 'nameFolded'
    | 'document'
    | 'facts'
    | 'gbac'
    | 'readers'
    | 'componentId'
    | 'updated'
    | 'updatedBy'
  >
> &
  Pick<StoredAutomation, 'componentBy'>;

/** The automations of users and packages. Every change of what lists show is told to their totals. */
@Injectable()
export class AutomationsRepository {
  constructor(
    @InjectModel(AUTOMATION_MODEL) private readonly automations: Model<StoredAutomation>,
    private readonly totals: ListTotals,
  ) {}

  /** A part of the automations that the caller may see, by name. */
  async list(query: StoredList, principal: Principal): Promise<Page<StoredAutomation>> {
    const { filter, order, ...part } = query;
    const guard = readable(principal);
    const conditions = allOf([filter, guard, VISIBLE]);
    return findPage(this.automations, conditions, part, {
      sort: sortBy(['nameFolded', '_id'], order),
      hint: indexOf(guard, filter),
      known: (count) => this.totals.known(LIST, conditions, count),
    });
  }

  /** Names of some that name a group of accounts. */
  async namesGuardedBy(groupId: string, limit: number): Promise<readonly string[]> {
    return namesGuardedBy(this.automations, groupId, limit);
  }

  /** An automation by its id, else by its name. */
  async find(idOrName: string): Promise<StoredAutomation | null> {
    const byId = await this.automations
      .findOne({ _id: idOrName, ...VISIBLE })
      .lean<StoredAutomation>();
    if (byId) return byId;
    return this.automations
      .findOne({ nameFolded: foldText(idOrName), ...VISIBLE })
      .lean<StoredAutomation>();
  }

  /** Those of the ids that there are. */
  async findAll(ids: readonly string[]): Promise<readonly StoredAutomation[]> {
    return this.automations
      .find({ _id: trusted({ $in: ids }), ...VISIBLE })
      .sort({ _id: 1 })
      .lean<StoredAutomation[]>();
  }

  /** Those of a package. */
  async ofPackage(packageId: string): Promise<readonly StoredAutomation[]> {
    return this.automations
      .find({ packageId, ...VISIBLE })
      .sort({ packageId: 1, position: 1 })
      .lean<StoredAutomation[]>();
  }

  /** Ids of automations whose triggers the caller may not see. */
  async findUnreadable(principal: Principal): Promise<readonly string[]> {
    const guard = readable(principal);
    const [incomplete, unreadable] = await Promise.all([
      this.idsOf({ incomplete: trusted({ $exists: true }) }, 'incomplete'),
      Object.keys(guard).length === 0 ? [] : this.idsOf({ $nor: [guard] }, 'readable'),
    ]);
    return [...new Set([...incomplete, ...unreadable])];
  }

  /** Those of the ids that there are, be they hidden. */
  async findPresentIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.idsOf({ _id: trusted({ $in: ids }) }, '_id_'));
  }

  /** Those of the names, folded, that somebody has, be it by something under way. */
  async findTakenNames(namesFolded: readonly string[]): Promise<ReadonlySet<string>> {
    const taken = await this.automations
      .find({ nameFolded: trusted({ $in: namesFolded }) }, { _id: 0, nameFolded: 1 })
      .hint('name')
      .lean<Pick<StoredAutomation, 'nameFolded'>[]>();
    return new Set(taken.map(({ nameFolded }) => nameFolded));
  }

  /** Ids of automations that have been half written, or half deleted, since before this time. */
  async findAbandoned(before: Date): Promise<readonly string[]> {
    return this.idsOf({ incomplete: trusted({ $lt: before }) }, 'incomplete');
  }

  /**
   * Takes names for automations that nobody sees until `reveal`.
   * @returns ids of those whose name somebody else has.
   */
  async reserve(records: readonly StoredAutomation[], now: Date): Promise<ReadonlySet<string>> {
    if (records.length === 0) return new Set();
    const hidden = records.map((record) => ({ ...record, hidden: true, incomplete: now }));
    try {
      await this.automations.collection.insertMany(hidden as never[], { ordered: false });
      return new Set();
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
      const refused = [error.writeErrors].flat().map(({ index }) => records[index]?._id ?? '');
      return new Set(refused);
    }
  }

  /**
   * Shows automations that are complete now.
   * @returns ids of those that are gone, because somebody took them for abandoned.
   */
  async reveal(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const these = { _id: trusted({ $in: ids }) };
    const { matchedCount } = await this.totals.whileChanging(LIST, () =>
      this.automations
        .updateMany(
          { ...these, incomplete: trusted({ $exists: true }) },
          { $unset: { hidden: 1, incomplete: 1 } },
        )
        .exec(),
    );
    if (matchedCount === ids.length) return new Set();
    const shown = new Set((await this.findAll(ids)).map(({ _id }) => _id));
    return new Set(ids.filter((id) => !shown.has(id)));
  }

  /**
   * Hides an automation that will be deleted together with its triggers.
   * @returns false when it no longer has this revision.
   */
  async conceal(_id: string, revision: number, now: Date): Promise<boolean> {
    const { matchedCount } = await this.totals.whileChanging(LIST, () =>
      this.automations
        .updateOne(
          { _id, revision: revisionIs(revision), ...VISIBLE },
          { $set: { hidden: true, incomplete: now } },
        )
        .exec(),
    );
    return matchedCount === 1;
  }

  /** Removes automations that nobody sees. */
  async removeIncomplete(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.automations.deleteMany({
      _id: trusted({ $in: ids }),
      incomplete: trusted({ $exists: true }),
    });
  }

  /**
   * @returns false when it no longer has this revision.
   * @throws AppError `conflict`, code `name-taken`.
   */
  async replace(_id: string, revision: number, change: AutomationChange): Promise<boolean> {
    try {
      const { matchedCount } = await this.totals.whileChanging(LIST, () =>
        this.automations
          .updateOne(
            { _id, revision: revisionIs(revision), ...VISIBLE, ...UNCLAIMED },
            { $set: { ...change, revision: revision + 1 } },
          )
          .exec(),
      );
      return matchedCount === 1;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw nameTaken(change.name);
    }
  }

  /** Lets totals be counted anew after somebody else has written. */
  async noteForeignChange(): Promise<void> {
    await this.totals.whileChanging(LIST, () => Promise.resolve());
  }

  private async idsOf(filter: TextFilter, hint: string): Promise<readonly string[]> {
    const found = await this.automations
      .find(filter, { _id: 1 })
      .hint(hint)
      .lean<Pick<StoredAutomation, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }
}

/** Why a name cannot be had, in the words of the interface. */
export function nameTaken(name: string): Error {
  return conflict(`Automation with name '${name}' already exists`, 'name-taken');
}

/**
 * Texts are compared in an index only where that holds no list: in the one of groups they would be compared
 * in the documents, all of them, but for what bounds the index. In the other one, groups are, of what the
 * search finds.
 */
function indexOf(guard: TextFilter, filter: TextFilter): 'list' | 'readable' {
  const isForAll = Object.keys(guard).length === 0;
  return isForAll || !boundsOnly(filter, 'nameFolded') ? 'list' : 'readable';
}

function readable(principal: Principal): TextFilter {
  return readableBy(principal, 'OperationsManager');
}
