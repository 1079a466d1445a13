import { conflict, notFound } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { noteChange } from '../../platform/audit/request-notes.js';
import {
  type Change,
  type NamedDocument,
  type NamedDocumentsRepository,
} from '../../platform/database/named-documents.repository.js';
import { type AuditedObject } from '../../platform/request-context/audited-change.js';
import { assertRevision, staleRevision } from './stale-revision.js';

/** What documents of one kind have in common. */
export interface NamedDocumentsKind<T> {
  /** Of the object in the audit trail. */
  readonly type: AuditedObject['type'];
  /** How many there can be. */
  readonly max: number;
  /** What the audit trail keeps of one, without secrets. */
  readonly noted: (document: T) => JsonObject;
}

/** How documents with a name are made, changed by revision and deleted, each noted for the audit trail. */
export class NamedDocuments<T extends NamedDocument> {
  constructor(
    private readonly repository: NamedDocumentsRepository<T>,
    private readonly kind: NamedDocumentsKind<T>,
  ) {}

  /** @throws AppError `not-found` */
  async get(id: string): Promise<T> {
    const found = await this.repository.find(id);
    if (!found) throw notFound(this.repository.noun, id);
    return found;
  }

  /** @throws AppError `conflict` when the name is taken or there are too many. */
  async create(_id: string, change: Change<T>): Promise<T> {
    const { noun } = this.repository;
    const { max } = this.kind;
    if ((await this.repository.count()) >= max)
      throw conflict(`There can be at most ${max} ${noun.toLowerCase()}s`, 'too-many');
    const { updated: created, updatedBy: createdBy } = change;
    // A change and what no change says are all of a document.
    const document = { ...change, _id, revision: 1, created, createdBy } as unknown as T;
    await this.repository.insert(document);
    this.note(document, null, document);
    return document;
  }

  /**
   * @param toChange makes the change of what is there
   * @throws AppError `not-found`, `conflict`, `precondition-failed`; what `toChange` throws.
   */
  async replace(
    id: string,
    expected: number | undefined,
    toChange: (present: T) => Change<T> | Promise<Change<T>>,
  ): Promise<T> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    const change = await toChange(present);
    const { revision } = present;
    if (!(await this.repository.replace(id, revision, change))) throw staleRevision(expected);
    const changed = { ...present, ...change, revision: revision + 1 };
    this.note(changed, present, changed);
    return changed;
  }

  /**
   * @param assertFree throws while something needs it
   * @throws AppError `not-found`, `conflict`, `precondition-failed`; what `assertFree` throws.
   */
  async remove(
    id: string,
    expected: number | undefined,
    assertFree?: (present: T) => Promise<void>,
  ): Promise<void> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    await assertFree?.(present);
    if (!(await this.repository.remove(id, present.revision))) throw staleRevision(expected);
    this.note(present, present, null);
  }

  private note({ _id, name }: T, before: T | null, after: T | null): void {
    const { type, noted } = this.kind;
    const object = { type, id: _id, name };
    noteChange({ object, before: before && noted(before), after: after && noted(after) });
  }
}
