import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Role } from './role.js';
import { ROLE_MODEL } from './role.schema.js';

/** The collection of roles. */
@Injectable()
export class RolesRepository {
  constructor(@InjectModel(ROLE_MODEL) private readonly roles: Model<Role>) {}

  /** The roles with these ids; ids that stand for nothing any more are left out. */
  async findByIds(ids: readonly string[]): Promise<readonly Role[]> {
    return this.roles.find({ _id: trusted({ $in: ids }) }).lean<Role[]>();
  }

  async findByName(provenance: string, nameFolded: string): Promise<Role | null> {
    return this.roles.findOne({ provenance, nameFolded }).lean<Role>();
  }

  /** Adds the role unless its application has one of that name, which then stays as it is. */
  async ensure(role: Role): Promise<void> {
    const { provenance, nameFolded } = role;
    await this.roles.updateOne(
      { provenance, nameFolded },
      { $setOnInsert: role },
      { upsert: true },
    );
  }
}
