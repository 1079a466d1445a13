import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { nameTaken } from './name-taken.js';
import { type Role } from './role.js';
import { ROLE_MODEL } from './role.schema.js';

/** The collection of roles. */
@Injectable()
export class RolesRepository {
  constructor(@InjectModel(ROLE_MODEL) private readonly roles: Model<Role>) {}

  /** A part of the roles, by name. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<Role>> {
    const sort = sortBy(['nameFolded', '_id'], order);
    return findPage(this.roles, filter, part, { sort, hint: 'list' });
  }

  async findById(id: string): Promise<Role | null> {
    return this.roles.findOne({ _id: id }).lean<Role>();
  }

  /** The roles with these ids; ids that stand for nothing any more are left out. */
  async findByIds(ids: readonly string[]): Promise<readonly Role[]> {
    return this.roles.find({ _id: trusted({ $in: ids }) }).lean<Role[]>();
  }

  /** The roles with one of these ids, and the one of this name. */
  async findWithNamed(
    ids: readonly string[],
    named: Pick<Role, 'provenance' | 'nameFolded'>,
  ): Promise<readonly Role[]> {
    return this.roles.find({ $or: [{ _id: trusted({ $in: ids }) }, named] }).lean<Role[]>();
  }

  /** The roles with one of these ids or names, which may be one of each application. */
  async findReferred(
    ids: readonly string[],
    namesFolded: readonly string[],
  ): Promise<readonly Role[]> {
    const [byId, byName] = await Promise.all([
      this.findByIds(ids),
      this.roles.find({ nameFolded: trusted({ $in: namesFolded }) }).lean<Role[]>(),
    ]);
    return [...byId, ...byName];
  }

  async findByName(provenance: string, nameFolded: string): Promise<Role | null> {
    return this.roles.findOne({ provenance, nameFolded }).lean<Role>();
  }

  /**
   * Adds roles; where an application has one of that name, it stays as it is.
   * @returns all of these names as they are now.
   */
  async ensure(roles: readonly Role[]): Promise<readonly Role[]> {
    if (roles.length === 0) return [];
    await this.roles.bulkWrite(
      roles.map((role) => ({
        updateOne: { filter: fullName(role), update: { $setOnInsert: role }, upsert: true },
      })),
    );
    return this.roles
      .find({ $or: roles.map(fullName) })
      .hint({ provenance: 1, nameFolded: 1 })
      .lean<Role[]>();
  }

  /** @throws AppError `conflict` when its application has a role of that name */
  async insert(role: Role): Promise<void> {
    const { provenance, name } = role;
    await nameTaken(`Role '${name}' of ${provenance} already exists`, () =>
      this.roles.create(role),
    );
  }

  /**
   * Changes the role if it still has the revision that was read; null when it has not.
   * @throws AppError `conflict` when another one has the name
   */
  async change(present: Role, changes: Partial<Role>, now: Date): Promise<Role | null> {
    const { _id, revision, provenance, name } = { ...present, ...changes };
    return nameTaken(`Role '${name}' of ${provenance} already exists`, () =>
      this.roles
        .findOneAndUpdate(
          { _id, revision },
          { $set: { ...changes, '_meta.updated': now }, $inc: { revision: 1 } },
          { returnDocument: 'after' },
        )
        .lean<Role>(),
    );
  }

  /** @returns false when it has another revision by now, or is gone. */
  async remove({ _id, revision }: Role): Promise<boolean> {
    return (await this.roles.deleteOne({ _id, revision })).deletedCount === 1;
  }
}

function fullName({ provenance, nameFolded }: Role): Pick<Role, 'provenance' | 'nameFolded'> {
  return { provenance, nameFolded };
}
