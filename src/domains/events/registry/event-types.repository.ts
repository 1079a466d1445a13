import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { namesValuesOf, type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { EVENT_TYPE_MODEL, type StoredEventType } from './event-type.schema.js';

/** Which declarations are meant; what is absent does not count. */
export interface EventTypeFilter {
  readonly source?: string | undefined;
  readonly topic?: string | undefined;
}

/** A declaration without its schema. */
export type EventTypeHead = Pick<StoredEventType, '_id' | 'source' | 'topic'>;

/** The events that integrations declare. */
@Injectable()
export class EventTypesRepository {
  constructor(@InjectModel(EVENT_TYPE_MODEL) private readonly types: Model<StoredEventType>) {}

  /** A part of the declarations, by source and topic. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<StoredEventType>> {
    const isByTopic = namesValuesOf(filter, 'topic') && !namesValuesOf(filter, 'source');
    const hint = isByTopic ? BY_TOPIC : BY_SOURCE;
    return findPage(this.types, filter, part, { sort: sortBy(['source', 'topic'], order), hint });
  }

  /** All matches without their schemas, by source and topic. */
  async heads(filter: EventTypeFilter): Promise<readonly EventTypeHead[]> {
    return this.types
      .find(toConditions(filter), { source: 1, topic: 1 })
      .hint(indexOf(filter))
      .sort({ source: 1, topic: 1 })
      .lean<EventTypeHead[]>();
  }

  async findAll(ids: readonly string[]): Promise<readonly StoredEventType[]> {
    if (ids.length === 0) return [];
    return this.types.find({ _id: trusted({ $in: ids }) }).lean<StoredEventType[]>();
  }

  async find(source: string, topic: string): Promise<StoredEventType | null> {
    return this.types.findOne({ source, topic }).lean<StoredEventType>();
  }

  async count(): Promise<number> {
    return this.types.estimatedDocumentCount();
  }

  /** @returns false when somebody has declared it meanwhile. */
  async insert(type: StoredEventType): Promise<boolean> {
    try {
      await this.types.create(type);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** @returns false when it no longer has this revision. */
  async replace(
    _id: string,
    revision: number,
    change: Pick<StoredEventType, 'description' | 'schema' | 'updated' | 'updatedBy'>,
  ): Promise<boolean> {
    const { matchedCount } = await this.types.updateOne(
      { _id, revision },
      { $set: { ...change, revision: revision + 1 } },
    );
    return matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    return (await this.types.deleteOne({ _id, revision })).deletedCount === 1;
  }
}

function toConditions({ source, topic }: EventTypeFilter): Record<string, string> {
  return { ...(source !== undefined && { source }), ...(topic !== undefined && { topic }) };
}

/** Either gives the order of lists. */
const BY_SOURCE = { source: 1, topic: 1 } as const;
const BY_TOPIC = { topic: 1, source: 1 } as const;

function indexOf({ source, topic }: EventTypeFilter): Record<string, 1> {
  return source === undefined && topic !== undefined ? BY_TOPIC : BY_SOURCE;
}
