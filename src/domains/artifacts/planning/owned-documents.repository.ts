import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { OriginalsRepository } from '../stored/originals.repository.js';
import { contentHash } from '#domains/catalogue/trust/content-hash.js';
import { BUNDLE_COLLECTION_NAMES, OTHER_DOCUMENTS } from '../stored/bundle-collections.js';
import { bundleModel, type StoredBundleDocument } from '../stored/bundle-document.schema.js';
import { documentKey } from '../stored/bundle-documents.repository.js';
import { type PresentDocument } from '../stored/install-plan.js';
import { type OwnedDocument } from './owned-document.js';

type Read = Pick<
  StoredBundleDocument,
  '_id' | 'name' | 'nameFolded' | 'type' | 'position' | 'hash' | 'document'
>;

/** The documents of installed packages as users have left them, beside what the packages brought. */
@Injectable()
export class OwnedDocumentsRepository {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly originals: OriginalsRepository,
  ) {}

  /** Everything that a package owns, in the order of its bundles. */
  async ofPackage(packageId: string): Promise<readonly OwnedDocument[]> {
    const originals = await this.originals.ofPackage(packageId);
    const found = await Promise.all(
      BUNDLE_COLLECTION_NAMES.map(async (collection) => {
        const records = await this.connection
          .model<StoredBundleDocument>(bundleModel(collection))
          .find(
            { packageId },
            { name: 1, nameFolded: 1, type: 1, position: 1, hash: 1, document: 1 },
          )
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

function toOwned(
  collection: string,
  { _id: documentId, name, nameFolded, type, hash, document = {} }: Read,
  original: JsonObject | undefined,
): OwnedDocument {
  const mine = fromStored(document);
  const seen = contentHash(mine);
  const base = original ?? (seen === hash ? mine : undefined);
  const renamed =
    collection === OTHER_DOCUMENTS ? undefined : renamedFrom(base, { name, nameFolded });
  return {
    ...{ collection, documentId, name, nameFolded, type, mine, base, seen },
    ...(renamed && { renamed }),
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
