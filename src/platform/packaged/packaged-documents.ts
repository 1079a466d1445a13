import { Injectable } from '@nestjs/common';
import { type GuardedRecord } from '../../kernel/gbac.js';
import { type JsonObject } from '../../kernel/json.js';

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
}
