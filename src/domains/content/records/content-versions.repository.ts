import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type ContentKindName } from '../kinds/content-kinds.js';
import { type StoredContent } from './content-record.js';
import { CONTENT_VERSION_MODEL, type StoredVersion } from './content-version.schema.js';

/** What is kept of one document; older versions go. */
const VERSIONS_MAX = 50;

/** A version without its document. */
export type VersionHead = Omit<StoredVersion, 'document'>;

/** Earlier versions of documents. The present one is the document itself. */
@Injectable()
export class ContentVersionsRepository {
  constructor(
    @InjectModel(CONTENT_VERSION_MODEL) private readonly versions: Model<StoredVersion>,
  ) {}

  /** Keeps a document as it is before it is changed; twice is once. */
  async keep(kind: ContentKindName, record: StoredContent): Promise<void> {
    const { _id: documentId, revision = 0, name, document, updated, updatedBy } = record;
    const content = JSON.stringify([kind, documentId, revision, document]);
    const _id = createHash('sha256').update(content).digest('base64url');
    await this.versions.updateOne(
      { _id },
      {
        $setOnInsert: {
          kind,
          documentId,
          revision,
          name,
          document,
          saved: updated ?? null,
          savedBy: updatedBy ?? null,
        },
      },
      { upsert: true },
    );
    await this.versions.deleteMany({
      kind,
      documentId,
      revision: trusted({ $lte: revision - VERSIONS_MAX }),
    });
  }

  /** Versions of a document, the newest first, without what they hold. */
  async list(
    kind: ContentKindName,
    documentId: string,
    { skip, limit }: PageRequest,
  ): Promise<Page<VersionHead>> {
    const [items, total] = await Promise.all([
      this.versions
        .find({ kind, documentId }, { document: 0 })
        .sort({ revision: -1, _id: 1 })
        .skip(skip)
        .limit(limit)
        .lean<VersionHead[]>(),
      this.versions.countDocuments({ kind, documentId }),
    ]);
    return { items, total };
  }

  async find(
    kind: ContentKindName,
    documentId: string,
    revision: number,
  ): Promise<StoredVersion | null> {
    return this.versions
      .findOne({ kind, documentId, revision })
      .sort({ _id: 1 })
      .lean<StoredVersion>();
  }

  async removeAll(kind: ContentKindName, documentIds: readonly string[]): Promise<void> {
    await this.versions.deleteMany({ kind, documentId: trusted({ $in: documentIds }) });
  }
}
