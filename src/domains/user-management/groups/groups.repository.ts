import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Group } from './group.js';
import { GROUP_MODEL } from './group.schema.js';

/** The collection of groups. */
@Injectable()
export class GroupsRepository {
  constructor(@InjectModel(GROUP_MODEL) private readonly groups: Model<Group>) {}

  /**
   * The groups with these ids and all groups above them, one query for each level of nesting. Each
   * group is read once, so cycles end; ids that stand for nothing any more are left out.
   */
  async findWithAncestors(ids: readonly string[]): Promise<readonly Group[]> {
    const found = new Map<string, Group>();
    let wanted = ids;
    while (wanted.length > 0) {
      const level = await this.groups.find({ _id: trusted({ $in: wanted }) }).lean<Group[]>();
      level.forEach((group) => found.set(group._id, group));
      const above = new Set(level.flatMap(({ memberOf }) => memberOf));
      wanted = [...above].filter((id) => !found.has(id));
    }
    return [...found.values()];
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
}
