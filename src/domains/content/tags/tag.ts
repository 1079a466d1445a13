import { createHash } from 'node:crypto';
import { type TagUse } from './tag-uses.service.js';

/** What is said of a tag, as it is stored. */
export interface TagRecord {
  /** `tagId` of its name: two records of one name cannot be. */
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly created: Date;
  readonly createdBy: string;
}

/** A tag: what is said of it, and how many documents have it. */
export interface Tag extends TagUse {
  /** Undefined for one that documents have and of which nothing is said. */
  readonly record: TagRecord | undefined;
}

/** The id of a tag follows from its name, so that a tag has one before anything is said of it. */
export function tagId(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 24);
}
