import { Injectable } from '@nestjs/common';
import { type GuardedRecord } from '../../kernel/gbac.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';

/** What the owner of a collection keeps beside a document that a package brings. */
export interface DerivedFields extends Partial<GuardedRecord> {
  /** What lists look for in the document. */
  readonly facts?: object;
}

/** A document of a package that is here, as it stands. */
export interface PresentPackaged {
  readonly id: string;
  readonly document: JsonObject;
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
  /** Removes what is kept beside documents that go with their package. After a crash it is called again. */
  readonly forget?: (ids: readonly string[]) => Promise<void>;
  /**
   * Judges a change or removal of a document as if the caller made it directly. Absent where everybody may
   * who may change packages.
   * @throws AppError `forbidden`, code `not-writable`, naming it only to somebody who may see it.
   */
  readonly assertMayChange?: (
    present: PresentPackaged,
    principal: Principal,
  ) => void | Promise<void>;
  /** The ids of those that the caller may see. Absent where everybody may see all. */
  readonly readable?: (
    ids: readonly string[],
    principal: Principal,
  ) => Promise<ReadonlySet<string>>;
  /**
   * The document as a package brings it: with what is kept in other records, without what belongs to
   * this platform alone. null for a caller who may not see it. Absent where the document of the record
   * is that already, and everybody may see it.
   */
  readonly published?: (id: string, principal: Principal) => Promise<JsonObject | null>;
}

/** Where a document of a package lies. */
export interface PackagedPlace {
  readonly collection: string;
  readonly documentId: string;
}

/** A document that a package brings, as it will stand. */
export interface BroughtDocument extends PackagedPlace {
  readonly name: string;
  readonly document: JsonObject;
}

/** What will not work in documents that come together, one sentence each, in their order. */
export type PackagedValidator = (
  brought: readonly BroughtDocument[],
) => Promise<readonly (readonly string[])[]>;

/**
 * The collections in which documents of packages land and which a domain owns. A registry, because the
 * installation of packages knows none of those domains.
 */
@Injectable()
export class PackagedDocuments {
  private readonly collections = new Map<string, PackagedCollection>();
  private validator: PackagedValidator | undefined;

  /** Called once by each owner, when its module starts. */
  register(collection: string, owner: PackagedCollection): void {
    this.collections.set(collection, owner);
  }

  /** Called once by whoever validates documents when users save them. */
  validateBy(validator: PackagedValidator): void {
    this.validator = validator;
  }

  /** What will not work in documents that are taken all the same, in their order. */
  async warnings(brought: readonly BroughtDocument[]): Promise<readonly (readonly string[])[]> {
    return (await this.validator?.(brought)) ?? [];
  }

  /** Nothing where nobody owns the collection. */
  async derive(collection: string, document: JsonObject): Promise<DerivedFields> {
    return (await this.collections.get(collection)?.derive(document)) ?? {};
  }

  async settle(packageId: string, collections: readonly string[]): Promise<void> {
    for (const name of collections) await this.collections.get(name)?.settle?.(packageId);
  }

  /** Called before the documents are removed. */
  async forget(places: readonly PackagedPlace[]): Promise<void> {
    for (const [name, owner] of this.collections) {
      const own = places.filter(({ collection }) => collection === name);
      if (own.length > 0) await owner.forget?.(own.map(({ documentId }) => documentId));
    }
  }

  /** @throws AppError `forbidden`, code `not-writable`, for the first that the caller may not change. */
  async assertMayChange(
    present: Iterable<PresentPackaged & { readonly collection: string }>,
    principal: Principal,
  ): Promise<void> {
    for (const one of present)
      await this.collections.get(one.collection)?.assertMayChange?.(one, principal);
  }

  /** Those of some documents that the caller may see, in their order. */
  async readable<T extends PackagedPlace>(
    places: readonly T[],
    principal: Principal,
  ): Promise<readonly T[]> {
    const hidden = new Set<T>();
    for (const name of new Set(places.map(({ collection }) => collection))) {
      const findReadable = this.collections.get(name)?.readable;
      if (!findReadable) continue;
      const asked = places.filter(({ collection }) => collection === name);
      const seen = await findReadable(
        asked.map(({ documentId }) => documentId),
        principal,
      );
      for (const one of asked) if (!seen.has(one.documentId)) hidden.add(one);
    }
    return places.filter((one) => !hidden.has(one));
  }

  /** What a package would bring of a record; null for a caller who may not see it. */
  async published(
    collection: string,
    record: PresentPackaged,
    principal: Principal,
  ): Promise<JsonObject | null> {
    const owner = this.collections.get(collection);
    return owner?.published ? owner.published(record.id, principal) : record.document;
  }
}
