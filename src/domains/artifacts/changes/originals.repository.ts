import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { documentKey } from '../packages/bundle-documents.repository.js';
import { PACKAGE_ORIGINAL_MODEL, type PackageOriginal } from './package-original.schema.js';

const ABSENT = trusted({ $exists: false });

/** Documents as packages brought them, beside the documents that users may change. */
@Injectable()
export class OriginalsRepository {
  constructor(
    @InjectModel(PACKAGE_ORIGINAL_MODEL) private readonly originals: Model<PackageOriginal>,
  ) {}

  /**
   * What the installed version of a package brought, by `documentKey`. A document without an entry
   * was installed before originals were kept: only its `hash` tells whether it was changed.
   */
  async ofPackage(packageId: string): Promise<ReadonlyMap<string, JsonObject>> {
    const found = await this.originals
      .find({ packageId, snapshot: ABSENT, pending: ABSENT })
      .lean<PackageOriginal[]>()
      .exec();
    return new Map(
      found.map(({ collection, documentId, document }) => [
        documentKey(collection, documentId),
        fromStored(document),
      ]),
    );
  }
}
