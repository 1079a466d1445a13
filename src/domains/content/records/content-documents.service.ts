import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { AppError, conflict, invalidInput, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { storedInTurns } from '../../../platform/database/storable.js';
import { Referrers } from '../../../platform/referrers/referrers.js';
import { importedId } from '../../../platform/packaged/imported-id.js';
import { stampedChange, stampedNew } from '../../../platform/packaged/stamped.js';
import { KIND_RULES } from '../kinds/kind-rules.js';
import { inDialectOf } from './content-dialect.js';
import { assertName } from './content-name.js';
import { CONTENT_KINDS, type ContentKindName } from '../kinds/content-kinds.js';
import { type ContentList } from './content-list.js';
import { type ContentRecord, type StoredContent } from './content-record.js';
import { ContentRepositories } from './content-repositories.repository.js';
import { ContentVersionsRepository } from './content-versions.repository.js';
import { documentOf, factsInTurns, recordOf, toRecord } from './to-record.js';

/** A document of somebody, and where it lies in the request. */
export interface GivenDocument {
  readonly document: JsonObject;
  /** Pointer to the document, `#/create` for example: faults lie below it. */
  readonly pointer: string;
}

/** What takes the place of a document, or what becomes of it in the light of what it is. */
export interface DocumentChange {
  readonly document: JsonObject | ((present: JsonObject) => JsonObject);
  readonly pointer: string;
  /** The revision that the caller takes for the present one. */
  readonly expected: number | undefined;
}

/** How a document is deleted. */
export interface Removal {
  readonly expected: number | undefined;
  /** Also where others refer to it. */
  readonly force: boolean;
}

/** How a document is brought in from elsewhere. */
export interface ImportOptions {
  /** Replace a document of the same name; without it that is a conflict. */
  readonly overwrite: boolean;
}

/** Kinds that everybody with the role may delete. */
export type UnguardedKind = Exclude<ContentKindName, 'workflow'>;

const NAME_LENGTH_MAX = 512;

/**
 * What all kinds of documents have in common: they are listed, read, made, changed, imported and
 * deleted here, by the rules of their kind. Documents are kept as they came.
 */
@Injectable()
export class ContentDocumentsService {
  constructor(
    private readonly repositories: ContentRepositories,
    private readonly versions: ContentVersionsRepository,
    private readonly ids: IdSource,
    private readonly clock: Clock,
    private readonly referrers: Referrers,
  ) {}

  async list(kind: ContentKindName, query: ContentList): Promise<Page<ContentRecord>> {
    const { items, total } = await this.repositories.of(kind).list(query);
    return { items: items.map((stored) => toRecord(kind, stored)), total };
  }

  /** Reads parts of the documents of a kind. */
  listOf(kind: ContentKindName): (part: ContentList) => Promise<Page<ContentRecord>> {
    return (part) => this.list(kind, part);
  }

  /**
   * A document by its id, else by its name.
   * @throws AppError `not-found`
   */
  async get(kind: ContentKindName, idOrName: string): Promise<ContentRecord> {
    return toRecord(kind, await this.stored(kind, idOrName));
  }

  /**
   * A document of the caller's own making: it gets a new id and the caller's name.
   * @throws AppError `invalid-input`, `document-too-large`, `conflict` when the name is taken.
   */
  async create(
    kind: ContentKindName,
    given: GivenDocument,
    principal: Principal,
  ): Promise<ContentRecord> {
    const stamp = { at: this.clock.now(), by: principal.username };
    const id = this.ids.next();
    const { idKey } = CONTENT_KINDS[kind];
    const made = stampedNew(CONTENT_KINDS[kind].stamps, { ...given.document, [idKey]: id }, stamp);
    return this.insert(kind, id, { ...given, document: made }, principal);
  }

  /**
   * A document that was made elsewhere: it stays as it is. A free id is kept, a taken one replaced.
   * @throws AppError `invalid-input`, `document-too-large`, `conflict` when the name is taken.
   */
  async import(
    kind: ContentKindName,
    given: GivenDocument,
    options: ImportOptions,
    principal: Principal,
  ): Promise<ContentRecord> {
    const repository = this.repositories.of(kind);
    if (options.overwrite) {
      const present = await repository.findByName(assertNamed(given));
      if (present) return this.overwrite(kind, present, given, principal);
    }
    const own = ownIdOf(given.document);
    const isFree = own !== undefined && !(await repository.findTakenIds([own])).has(own);
    if (isFree) {
      // Of another document that had this id.
      await this.versions.removeAll(kind, [own]);
      return this.insert(kind, own, given, principal);
    }
    const id = this.ids.next();
    const { idKey } = CONTENT_KINDS[kind];
    const document = own === undefined ? given.document : { ...given.document, [idKey]: id };
    return this.insert(kind, id, { ...given, document }, principal);
  }

  /**
   * Puts another document in the place of one; the id stays.
   * @throws AppError `not-found`, `invalid-input`, `document-too-large`, `conflict` when the new name
   *   is taken, `precondition-failed`.
   */
  async replace(
    kind: ContentKindName,
    idOrName: string,
    change: DocumentChange,
    principal: Principal,
  ): Promise<ContentRecord> {
    const present = await this.stored(kind, idOrName);
    assertRevision(present.revision ?? 0, change.expected);
    const stamp = { at: this.clock.now(), by: principal.username };
    const before = documentOf(present);
    const after = typeof change.document === 'function' ? change.document(before) : change.document;
    const spoken = inDialectOf(before, after);
    const document = stampedChange(CONTENT_KINDS[kind].stamps, spoken, stamp);
    return this.overwrite(kind, present, { ...change, document }, principal);
  }

  /**
   * @throws AppError `not-found`, `conflict` for one of a package or that others refer to,
   *   `precondition-failed`.
   */
  async remove(kind: UnguardedKind, idOrName: string, removal: Removal): Promise<void> {
    await this.drop(kind, await this.stored(kind, idOrName), removal);
  }

  /** The same of any kind. @throws AppError as `remove` does; `forbidden`. */
  async removeAs(
    principal: Principal,
    kind: ContentKindName,
    idOrName: string,
    removal: Removal,
  ): Promise<void> {
    await this.assertMayChange(principal, kind, idOrName);
    await this.drop(kind, await this.stored(kind, idOrName), removal);
  }

  /** @throws AppError `not-found`; `forbidden` for a document that the caller may not change or delete. */
  async assertMayChange(
    principal: Principal,
    kind: ContentKindName,
    idOrName: string,
  ): Promise<void> {
    const present = await this.stored(kind, idOrName);
    KIND_RULES[kind].assertMayChange?.(documentOf(present), principal);
  }

  private async drop(
    kind: ContentKindName,
    present: StoredContent,
    { expected, force }: Removal,
  ): Promise<void> {
    const { _id, name, revision = 0, packageId } = present;
    const { label } = CONTENT_KINDS[kind];
    assertRevision(revision, expected);
    if (packageId !== undefined)
      throw conflict(`${label} '${name}' came with a package and goes with it`, 'packaged');
    if (!force) await this.referrers.assertNone({ kind, id: _id, name, label });
    if (!(await this.repositories.of(kind).remove(_id, revision))) throw staleRevision(expected);
    await this.versions.removeAll(kind, [_id]);
    noteChange({ object: { type: kind, id: _id, name }, before: documentOf(present), after: null });
  }

  /** @throws AppError `not-found` */
  private async stored(kind: ContentKindName, idOrName: string): Promise<StoredContent> {
    const found = await this.repositories.of(kind).find(idOrName);
    if (!found) throw notFound(CONTENT_KINDS[kind].label, idOrName);
    return found;
  }

  private async insert(
    kind: ContentKindName,
    _id: string,
    given: GivenDocument,
    principal: Principal,
  ): Promise<ContentRecord> {
    const name = assertNamed(given);
    const now = this.clock.now();
    const record = {
      _id,
      name,
      nameFolded: foldText(name),
      type: kind,
      ...(await accepted(kind, given)),
      revision: 1,
      created: now,
      createdBy: principal.id,
      updated: now,
      updatedBy: principal.id,
      updatedWith: callerLimits(),
    };
    await this.repositories.of(kind).insert(record);
    noteChange({ object: { type: kind, id: _id, name }, before: null, after: given.document });
    return recordOf(kind, record, given.document);
  }

  private async overwrite(
    kind: ContentKindName,
    present: StoredContent,
    given: GivenDocument & Partial<Pick<DocumentChange, 'expected'>>,
    principal: Principal,
  ): Promise<ContentRecord> {
    KIND_RULES[kind].assertMayChange?.(documentOf(present), principal);
    const { idKey } = CONTENT_KINDS[kind];
    const name = assertNamed(given);
    // A document keeps saying which one it is, if it ever did.
    const document =
      ownIdOf(given.document) === undefined
        ? given.document
        : { ...given.document, [idKey]: present._id };
    const change = {
      name,
      nameFolded: foldText(name),
      ...(await accepted(kind, { ...given, document })),
      updated: this.clock.now(),
      updatedBy: principal.id,
      updatedWith: callerLimits(),
    };
    const { _id, revision = 0 } = present;
    await this.versions.keep(kind, present);
    if (!(await this.repositories.of(kind).replace(_id, revision, change)))
      throw staleRevision(given.expected);
    const object = { type: kind, id: _id, name };
    noteChange({ object, before: documentOf(present), after: document });
    return recordOf(kind, { ...present, ...change, revision: revision + 1 }, document);
  }
}

/** The id that a document brings along, when it is one that can be kept. */
export function ownIdOf(document: JsonObject): string | undefined {
  return importedId(document['_id'] ?? document['id']);
}

function assertNamed({ document, pointer }: GivenDocument): string {
  return assertName(document['name'], `${pointer}/name`, NAME_LENGTH_MAX);
}

/** @throws AppError `invalid-input` by the rules of storage and of the kind; `document-too-large`. */
async function accepted(
  kind: ContentKindName,
  { document, pointer }: GivenDocument,
): Promise<Required<Pick<StoredContent, 'document' | 'facts'>>> {
  try {
    const stored = await storedInTurns(document);
    const faults = (await KIND_RULES[kind].faults?.(document)) ?? [];
    if (faults.length > 0) throw invalidInput(faults);
    return { document: stored, facts: await factsInTurns(kind, document) };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid-input') throw error;
    throw invalidInput(
      error.errors.map((fault) => ({ ...fault, pointer: pointer + fault.pointer.slice(1) })),
    );
  }
}
