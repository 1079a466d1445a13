import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict, type Fault, invalidInput, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { fromStored, toStored } from '../../../platform/database/storable.js';
import { compileSchema } from '../../../cores/json-schema/json-schema.js';
import { assertForeignEvent, type EventName } from '../event-sources.js';
import { type StoredEventType } from './event-type.schema.js';
import { EventTypesRepository } from './event-types.repository.js';

const SCHEMA_LIMIT_BYTES = 64 * 1024;
const TYPES_MAX = 5000;

/** What an integration says of an event that it publishes. */
export interface EventTypeWrite {
  readonly description: string;
  readonly schema: JsonObject;
}

/** The events that integrations declare beside those of the platform. */
@Injectable()
export class EventTypesService {
  constructor(
    private readonly types: EventTypesRepository,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(part: StoredList): Promise<Page<StoredEventType>> {
    return this.types.list(part);
  }

  /** @throws AppError `not-found` */
  async get(source: string, topic: string): Promise<StoredEventType> {
    const found = await this.types.find(source, topic);
    if (!found) throw notFound('Event type', `${source}/${topic}`);
    return found;
  }

  /**
   * Declares an event, or puts another declaration in the place of one.
   * @throws AppError `invalid-input`, `document-too-large`, `conflict`, `precondition-failed`.
   */
  async put(
    { source, topic }: EventName,
    write: EventTypeWrite,
    expected: number | undefined,
    principal: Principal,
  ): Promise<StoredEventType> {
    assertForeignEvent({ source, topic });
    const { description } = write;
    const schema = await acceptedSchema(write.schema);
    const stamp = { updated: this.clock.now(), updatedBy: principal.username };
    const present = await this.types.find(source, topic);
    assertRevision(present?.revision ?? 0, expected);
    if (present) {
      const change = { description, schema, ...stamp };
      if (!(await this.types.replace(present._id, present.revision, change)))
        throw staleRevision(expected);
      const changed = { ...present, ...change, revision: present.revision + 1 };
      noteChange({ object: objectOf(present), before: noted(present), after: noted(changed) });
      return changed;
    }
    return this.insert({
      _id: this.ids.next(),
      source,
      topic,
      description,
      schema,
      revision: 1,
      ...stamp,
      created: stamp.updated,
      createdBy: stamp.updatedBy,
    });
  }

  /** @throws AppError `not-found`, `precondition-failed`, `conflict`. */
  async remove(source: string, topic: string, expected: number | undefined): Promise<void> {
    const present = await this.get(source, topic);
    assertRevision(present.revision, expected);
    if (!(await this.types.remove(present._id, present.revision))) throw staleRevision(expected);
    noteChange({ object: objectOf(present), before: noted(present), after: null });
  }

  /** What is wrong with a payload; nothing, where nobody has declared the event. */
  async faultsOf(source: string, topic: string, payload: JsonObject): Promise<readonly Fault[]> {
    const type = await this.types.find(source, topic);
    if (!type) return [];
    const compiled = await compileSchema(fromStored(type.schema));
    return compiled.kind === 'schema' ? compiled.validate(payload) : [];
  }

  private async insert(type: StoredEventType): Promise<StoredEventType> {
    if ((await this.types.count()) >= TYPES_MAX)
      throw conflict(`At most ${TYPES_MAX} events can be declared`, 'too-many');
    if (!(await this.types.insert(type))) throw staleRevision(undefined);
    noteChange({ object: objectOf(type), before: null, after: noted(type) });
    return type;
  }
}

/** @throws AppError `invalid-input` for what is no JSON Schema; `document-too-large`. */
async function acceptedSchema(schema: JsonObject): Promise<StoredEventType['schema']> {
  const stored = toStored(schema, { limitBytes: SCHEMA_LIMIT_BYTES });
  const compiled = await compileSchema(schema);
  if (compiled.kind === 'schema') return stored;
  throw invalidInput([{ pointer: '#/schema', detail: compiled.detail }]);
}

function objectOf({ _id, source, topic }: StoredEventType): AuditedObject {
  return { type: 'event-type', id: _id, name: `${source}/${topic}` };
}

function noted({ source, topic, description, schema }: StoredEventType): JsonObject {
  return { source, topic, description, schema: fromStored(schema) };
}
