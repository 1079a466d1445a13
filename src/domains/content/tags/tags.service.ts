import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type Tag, tagId, type TagRecord } from './tag.js';
import { TagRecordsRepository } from './tag-records.repository.js';
import { type TaggedDocument, TagUsesService } from './tag-uses.service.js';

const RECORDS_MAX = 2000;
/** Documents of one kind that are shown with a tag. */
const REFERENCES_MAX = 1000;

/** A tag with the documents that have it. */
export interface ReferencedTag extends Tag {
  readonly references: readonly TaggedDocument[];
}

/**
 * Tags: those of which something is said, and those that documents have. A document has the tags that
 * stand in it; what is stored of a tag says nothing of documents, so the two cannot disagree.
 */
@Injectable()
export class TagsService {
  constructor(
    private readonly records: TagRecordsRepository,
    private readonly uses: TagUsesService,
    private readonly clock: Clock,
  ) {}

  /** All tags, in the order of their names. */
  async all(): Promise<readonly Tag[]> {
    const [records, uses] = await Promise.all([this.records.all(RECORDS_MAX), this.uses.all()]);
    const tags = new Map<string, Tag>(uses.map((use) => [use.name, { ...use, record: undefined }]));
    for (const record of records) {
      const use = tags.get(record.name) ?? { name: record.name, count: 0, types: {} };
      tags.set(record.name, { ...use, record });
    }
    return [...tags.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<ReferencedTag> {
    const tag = await this.found(id);
    return { ...tag, references: await this.uses.documentsWith(tag.name, REFERENCES_MAX) };
  }

  /** The tags of a document, by its id. */
  async ofDocument(id: string): Promise<readonly Tag[]> {
    const names = await this.uses.of(id);
    if (names.size === 0) return [];
    return (await this.all()).filter(({ name }) => names.has(name));
  }

  /** @throws AppError `conflict` where something is said of it already, or of too many. */
  async create(name: string, description: string, by: Principal): Promise<Tag> {
    if ((await this.records.count()) >= RECORDS_MAX)
      throw conflict(`There can be at most ${RECORDS_MAX} tags`, 'too-many');
    const created = this.clock.now();
    const record = { _id: tagId(name), name, description, created, createdBy: by.username };
    await this.records.insert(record);
    noteChange({ object: objectOf(record), before: null, after: noted(record) });
    return this.found(record._id);
  }

  /** @throws AppError `not-found`; `conflict`, code `in-use`, while documents have it. */
  async remove(id: string): Promise<void> {
    const { name, count, record } = await this.found(id);
    if (count > 0)
      throw conflict(`Tag '${name}' stands in ${count} documents: take it out of them`, 'in-use');
    if (!record || !(await this.records.remove(id))) throw notFound('Tag', id);
    noteChange({ object: objectOf(record), before: noted(record), after: null });
  }

  /** @throws AppError `not-found` */
  private async found(id: string): Promise<Tag> {
    const found = (await this.all()).find(({ name }) => tagId(name) === id);
    if (!found) throw notFound('Tag', id);
    return found;
  }
}

function objectOf({ _id, name }: TagRecord): AuditedObject {
  return { type: 'tag', id: _id, name };
}

function noted({ name, description }: TagRecord): JsonObject {
  return { name, description };
}
