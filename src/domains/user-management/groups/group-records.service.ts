import { Injectable } from '@nestjs/common';
import { GroupsRepository } from '../stored/groups.repository.js';
import { toGroupRecord } from './to-group.js';

/** A group with the ids of what it belongs to and of the roles that it gives, as documents embed it. */
export type EmbeddedGroup = ReturnType<typeof toGroupRecord>;

/** Groups for those who show what is theirs and change nothing about them. */
@Injectable()
export class GroupRecordsService {
  constructor(private readonly groups: GroupsRepository) {}

  /** The groups with these ids; ids that stand for nothing any more are left out. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, EmbeddedGroup>> {
    const found = ids.length === 0 ? [] : await this.groups.findByIds(ids);
    return new Map(found.map((group) => [group._id, toGroupRecord(group)]));
  }
}
