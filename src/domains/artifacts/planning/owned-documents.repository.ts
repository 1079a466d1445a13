import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { OriginalsRepository } from '../stored/originals.repository.js';
import { contentHash } from '#domains/catalogue/trust/content-hash.js';
import { byCollection } from '../packages/named-bundles.js';
import { PACKED_KINDS } from '../packing/packed-document.js';
import { withoutSecrets } from '../publishing/without-secrets.js';
import {
  BUNDLE_COLLECTION_NAMES,
  collectionOf,
  OTHER_DOCUMENTS,
  withId,
} from '../stored/bundle-collections.js';
import { bundleModel, type StoredBundleDocument } from '../stored/bundle-document.schema.js';
import { documentKey } from '../stored/bundle-documents.repository.js';
import { type BundleName, type PresentDocument } from '../stored/install-plan.js';
import { type OwnedDocument } from './document-outcome.js';

type Read = Pick<
  StoredBundleDocument,
  '_id' | 'name' | 'nameFolded' | 'type' | 'position' | 'hash' | 'document'
>;

const READ = { name: 1, nameFolded: 1, type: 1, position: 1, hash: 1, document: 1 };
const OF_USERS = { packageId: trusted({ $exists: false }), hidden: trusted({ $ne: true }) };

/** Automations are not among them: their triggers, keys and groups are of this platform, in records of their own. */
const ADOPTABLE: ReadonlySet<string> = new Set(
  PACKED_KINDS.filter((kind) => kind !== 'automation').map((kind) => collectionOf(kind)),
);

/** The documents of installed packages as users have left them, beside what the packages brought. */
@Injectable()
export class OwnedDocumentsRepository {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly originals: OriginalsRepository,
  ) {}

  /** Those documents of users that have one of these names, of the kinds that packages take over. */
  async adoptable(names: readonly BundleName[]): Promise<readonly OwnedDocument[]> {
    const found: OwnedDocument[] = [];
    for (const [collection, some] of byCollection(names)) {
      if (!ADOPTABLE.has(collection)) continue;
      const records = await this.connection
        .model<StoredBundleDocument>(bundleModel(collection))
        .find(
          { nameFolded: trusted({ $in: some.map(({ nameFolded }) => nameFolded) }), ...OF_USERS },
          READ,
        )
        .sort({ nameFolded: 1 })
        .lean<Read[]>()
        .exec();
      found.push(...records.map((record) => toAdoptable(collection, record)));
    }
    return found;
  }

  /** Everything that a package owns, in the order of its bundles. */
  async ofPackage(packageId: string): Promise<readonly OwnedDocument[]> {
    const originals = await this.originals.ofPackage(packageId);
    const found = await Promise.all(
      BUNDLE_COLLECTION_NAMES.map(async (collection) => {
        const records = await this.connection
          .model<StoredBundleDocument>(bundleModel(collection))
          .find({ packageId }, READ)
          .lean<Read[]>()
          .exec();
        return records.map((record) => ({ collection, record }));
      }),
    );
    return found
      .flat()
      .toSorted((one, other) => one.record.position - other.record.position)
      .map(({ collection, record }) =>
        toOwned(collection, record, originals.get(documentKey(collection, record._id))),
      );
  }
}

/** What a record says of its document, whoever it belongs to. */
function headOf(
  collection: string,
  { _id: documentId, name, nameFolded, type }: Read,
): Pick<OwnedDocument, 'collection' | 'documentId' | 'name' | 'nameFolded' | 'type'> {
  return { collection, documentId, name, nameFolded, type };
}

function toOwned(
  collection: string,
  record: Read,
  original: JsonObject | undefined,
): OwnedDocument {
  const { hash, document = {} } = record;
  const mine = fromStored(document);
  const seen = contentHash(mine);
  const base = original ?? (seen === hash ? mine : undefined);
  const renamed = collection === OTHER_DOCUMENTS ? undefined : renamedFrom(base, record);
  return { ...headOf(collection, record), mine, base, seen, ...(renamed && { renamed }) };
}

function toAdoptable(collection: string, record: Read): OwnedDocument {
  const stored = fromStored(record.document ?? {});
  const mine = withId(collection, stored, record._id);
  return {
    ...headOf(collection, record),
    mine,
    base: undefined,
    seen: contentHash(stored),
    packed: withoutSecrets(mine).document,
  };
}

/** Documents without a name of their own are named by their package, and keep that. */
function renamedFrom(
  base: JsonObject | undefined,
  { name, nameFolded }: Pick<Read, 'name' | 'nameFolded'>,
): PresentDocument['renamed'] {
  const brought = base?.['name'];
  if (typeof brought !== 'string') return undefined;
  const fromFolded = foldText(brought);
  return fromFolded === nameFolded ? undefined : { name, fromFolded };
}
