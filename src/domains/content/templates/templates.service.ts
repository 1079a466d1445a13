import { Injectable } from '@nestjs/common';
import { AppError, conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { stampedNew } from '../../../platform/packaged/stamped.js';
import {
  ContentDocumentsService,
  type GivenDocument,
  type ImportOptions,
  type Removal,
} from '../records/content-documents.service.js';
import { toRecord } from '../records/to-record.js';
import { CONTENT_KINDS, type ContentKindName } from '../kinds/content-kinds.js';
import { type ContentList } from '../records/content-list.js';
import { type ContentRecord } from '../records/content-record.js';
import { ContentRepositories } from '../records/content-repositories.repository.js';

/** The two kinds of templates. */
export type TemplateKind = Extract<ContentKindName, 'mop-template' | 'mop-analytic-template'>;

/** A change of a template, as `ContentDocumentsService.replace` takes it. */
export interface TemplateChange extends GivenDocument {
  readonly expected: number | undefined;
}

/** Words that clients know for a name that is taken. */
const NAME_TAKEN = 'Template must have a unique name: Given name is already in use.';

/**
 * Templates as documents. They are made with their name for an `_id`, and found by name first: that is
 * how workflows and clients refer to them. The `_id` stays when the name changes (docs/content.md).
 */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly documents: ContentDocumentsService,
    private readonly repositories: ContentRepositories,
    private readonly clock: Clock,
  ) {}

  async list(kind: TemplateKind, query: ContentList): Promise<Page<ContentRecord>> {
    return this.documents.list(kind, query);
  }

  /**
   * A template by its name, else by its id.
   * @throws AppError `not-found`
   */
  async get(kind: TemplateKind, nameOrId: string): Promise<ContentRecord> {
    const named = await this.repositories.of(kind).findByName(nameOrId);
    return named ? toRecord(kind, named) : this.documents.get(kind, nameOrId);
  }

  /** @throws AppError `invalid-input`, `document-too-large`, `conflict` when the name is taken. */
  async create(
    kind: TemplateKind,
    { document, pointer }: GivenDocument,
    principal: Principal,
  ): Promise<ContentRecord> {
    const stamp = { at: this.clock.now(), by: principal.username };
    const named = { ...document, _id: document['name'] ?? null };
    const made = stampedNew(CONTENT_KINDS[kind].stamps, named, stamp);
    return this.import(kind, { document: made, pointer }, { overwrite: false }, principal);
  }

  /** @throws AppError as `create` does. */
  async import(
    kind: TemplateKind,
    given: GivenDocument,
    options: ImportOptions,
    principal: Principal,
  ): Promise<ContentRecord> {
    return withKnownWords(() => this.documents.import(kind, given, options, principal));
  }

  /**
   * Puts another template in the place of one; its id stays, and who made it and when, unless the new
   * one says otherwise.
   * @throws AppError as `create` does; `not-found`, `precondition-failed`.
   */
  async replace(
    kind: TemplateKind,
    nameOrId: string,
    { document: given, pointer, expected }: TemplateChange,
    principal: Principal,
  ): Promise<ContentRecord> {
    const { id } = await this.get(kind, nameOrId);
    const document = (before: JsonObject): JsonObject => ({ ...origin(before), ...given });
    const change = { document, pointer, expected };
    return withKnownWords(() => this.documents.replace(kind, id, change, principal));
  }

  /** @throws AppError `not-found`, `conflict` for one of a package, `precondition-failed`. */
  async remove(kind: TemplateKind, idOrName: string, removal: Removal): Promise<void> {
    await this.documents.remove(kind, idOrName, removal);
  }
}

function origin(document: JsonObject): JsonObject {
  const kept = Object.entries(document).filter(([key]) => ORIGIN_KEYS.has(key));
  return Object.fromEntries(kept);
}

const ORIGIN_KEYS = new Set(['_id', 'created', 'createdBy']);

async function withKnownWords<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AppError && error.code === 'name-taken')
      throw conflict(NAME_TAKEN, 'name-taken');
    throw error;
  }
}
