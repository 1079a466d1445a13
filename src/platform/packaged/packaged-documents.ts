import { Injectable } from '@nestjs/common';
import { type GuardedRecord } from '../../kernel/gbac.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';

/** What the owner of a collection keeps beside a document that a package brings. */
export interface DerivedFields extends Partial<GuardedRecord> {
  /** What lists look for in the document. */
  readonly facts?: object;
}

/** What the domain that owns a collection does for packages. */
export interface PackagedCollection {
  /**
   * What is kept beside a document, so that lists find it as they find those of users.
   * @throws AppError where the document cannot be taken; nothing of its package is installed then.
   */
  readonly derive: (document: JsonObject) => DerivedFields | Promise<DerivedFields>;
  /**
   * The documents of a package were written or removed. After a crash it is called again, so it only
   * brings about what follows from the documents that are there.
   */
  readonly settle?: (packageId: string) => Promise<void>;
  /**
   * The document as a package brings it: with what is kept in other records, without what belongs to
   * this platform alone. null for a caller who may not see it. Absent where the document of the record
   * is that already, and everybody may see it.
   */
  readonly published?: (id: string, principal: Principal) => Promise<JsonObject | null>;
}

/**
 * The collections in which documents of packages land and which a domain owns. A registry, because the
 * installation of packages knows none of those domains.
 */
@Injectable()
export class PackagedDocuments {
  private readonly collections = new Map<string, PackagedCollection>();

  /** Called once by each owner, when its module starts. */
  register(collection: string, owner: PackagedCollection): void {
    this.collections.set(collection, owner);
  }

  /** Nothing where nobody owns the collection. */
  async derive(collection: string, document: JsonObject): Promise<DerivedFields> {
    return (await this.collections.get(collection)?.derive(document)) ?? {};
  }

  async settle(packageId: string, collections: readonly string[]): Promise<void> {
    for (const name of collections) await this.collections.get(name)?.settle?.(packageId);
  }

  /** What a package would bring of a record; null for a caller who may not see it. */
  async published(
    collection: string,
    record: { readonly id: string; readonly document: JsonObject },
    principal: Principal,
  ): Promise<JsonObject | null> {
    const owner = this.collections.get(collection);
    return owner?.published ? owner.published(record.id, principal) : record.document;
  }
}
