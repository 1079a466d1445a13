import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type AdminGroup } from './authentication-settings.js';
import { nameTaken } from './name-taken.js';
import { type Group } from './group.js';
import { GROUP_MODEL } from './group.schema.js';
import { NESTING_MAX } from './nesting.js';

/** The collection of groups. */
@Injectable()
export class GroupsRepository {
  constructor(@InjectModel(GROUP_MODEL) private readonly groups: Model<Group>) {}

  /** A part of the groups, by name. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<Group>> {
    const sort = sortBy(['nameFolded', '_id'], order);
    return findPage(this.groups, filter, part, { sort, hint: 'list' });
  }

  async findById(id: string): Promise<Group | null> {
    return this.groups.findOne({ _id: id }).lean<Group>();
  }

  async findByIds(ids: readonly string[]): Promise<readonly Group[]> {
    return this.groups.find({ _id: trusted({ $in: ids }) }).lean<Group[]>();
  }

  /** The groups that have one of these ids, or one of these names whatever they come from. */
  async findReferred(ids: readonly string[], namesFolded: readonly string[]): Promise<Group[]> {
    const [byId, byName] = await Promise.all([
      this.groups.find({ _id: trusted({ $in: ids }) }).lean<Group[]>(),
      this.groups.find({ nameFolded: trusted({ $in: namesFolded }) }).lean<Group[]>(),
    ]);
    return [...byId, ...byName];
  }

  /**
   * The groups with these ids and all groups above them, one query for each level of nesting. Each
   * group is read once, so cycles end; ids that stand for nothing any more are left out, and so is
   * what lies higher than groups may be nested.
   */
  async findWithAncestors(ids: readonly string[]): Promise<readonly Group[]> {
    const found = new Map<string, Group>();
    let wanted = ids;
    for (let levels = 0; levels < NESTING_MAX && wanted.length > 0; levels += 1) {
      const level = await this.groups.find({ _id: trusted({ $in: wanted }) }).lean<Group[]>();
      level.forEach((group) => found.set(group._id, group));
      const above = new Set(level.flatMap(({ memberOf }) => memberOf));
      wanted = [...above].filter((id) => !found.has(id));
    }
    return [...found.values()];
  }

  /** The groups that have the role themselves, or that the profile names. */
  async findGiving(role: string, named: readonly AdminGroup[]): Promise<readonly Group[]> {
    const names = named.map(({ provenance, group }) => ({
      provenance,
      nameFolded: foldText(group),
    }));
    return this.groups.find({ $or: [{ assignedRoles: role }, ...names] }).lean<Group[]>();
  }

  /** The groups that belong to one of these. */
  async findMembers(ids: readonly string[]): Promise<readonly Group[]> {
    return this.groups.find({ memberOf: trusted({ $in: ids }) }).lean<Group[]>();
  }

  /** How many levels of groups belong to this one; no further than nesting is allowed to go. */
  async levelsBelow(id: string): Promise<number> {
    let level = [id];
    for (let levels = 0; levels < NESTING_MAX; levels += 1) {
      const below = await this.groups
        .find({ memberOf: trusted({ $in: level }) }, { _id: 1 })
        .lean<Pick<Group, '_id'>[]>();
      if (below.length === 0) return levels;
      level = below.map(({ _id }) => _id);
    }
    return NESTING_MAX;
  }

  async findByName(provenance: string, nameFolded: string): Promise<Group | null> {
    return this.groups.findOne({ provenance, nameFolded }).lean<Group>();
  }

  /** Adds the group unless its provenance has one of that name, which then stays as it is. */
  async ensure(group: Group): Promise<void> {
    const { provenance, nameFolded } = group;
    await this.groups.updateOne(
      { provenance, nameFolded },
      { $setOnInsert: group },
      { upsert: true },
    );
  }

  /** @throws AppError `conflict` when its provenance has a group of that name */
  async insert(group: Group): Promise<void> {
    await nameTaken(`Group with name '${group.name}' already exists`, () =>
      this.groups.create(group),
    );
  }

  /**
   * Changes the group if it still has the revision that was read; null when it has not.
   * @throws AppError `conflict` when its provenance has another group of that name
   */
  async change(
    { _id, revision, name: present }: Group,
    changes: Partial<Group>,
    now: Date,
  ): Promise<Group | null> {
    const { name = present } = changes;
    return nameTaken(`Group with name '${name}' already exists`, () =>
      this.groups
        .findOneAndUpdate(
          { _id, revision },
          { $set: { ...changes, '_meta.updated': now }, $inc: { revision: 1 } },
          { returnDocument: 'after' },
        )
        .lean<Group>(),
    );
  }

  /** @returns false when it has another revision by now, or is gone. */
  async remove({ _id, revision }: Group): Promise<boolean> {
    return (await this.groups.deleteOne({ _id, revision })).deletedCount === 1;
  }

  /** Takes a removed group out of the groups that belonged to it. */
  async forgetGroup(id: string, now: Date): Promise<void> {
    await this.groups.updateMany(
      { memberOf: id },
      { $pull: { memberOf: id }, $set: { '_meta.updated': now }, $inc: { revision: 1 } },
    );
  }

  /** Takes a removed role out of the groups that gave it. */
  async forgetRole(id: string, now: Date): Promise<void> {
    await this.groups.updateMany(
      { assignedRoles: id },
      { $pull: { assignedRoles: id }, $set: { '_meta.updated': now }, $inc: { revision: 1 } },
    );
  }
}
