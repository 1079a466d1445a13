import { Injectable } from '@nestjs/common';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { toInterfaceDialect } from '../../../connectors/registry/dialect.js';
import { notFound } from '../../../kernel/app-error.js';
import { invariant } from '../../../kernel/invariant.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { fromStored } from '../../../platform/database/storable.js';
import { PackagedDocuments } from '../../../platform/packaged/packaged-documents.js';
import { BundleDocumentsRepository, documentKey } from '../stored/bundle-documents.repository.js';
import { buildPackageDocument, bundleNow } from './package-document.js';
import { type ListedRecord, PackagesRepository } from '../stored/packages.repository.js';
import { type InstalledRecord, type PackageComponent } from '../stored/stored-package.js';

/** An installed package in the words of the interface. */
export interface InstalledPackage {
  readonly id: string;
  readonly revision: number;
  readonly artifact: Artifact;
  readonly manifest: JsonObject;
  readonly components: readonly PackageComponent[];
  readonly installed: Date;
  readonly installedBy: string;
}

/** The installed packages, as they are read. */
@Injectable()
export class PackagesService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly documents: BundleDocumentsRepository,
    private readonly packaged: PackagedDocuments,
  ) {}

  async list(part: StoredList): Promise<Page<InstalledPackage>> {
    const { items, total } = await this.packages.list(part);
    return { items: items.map(toInstalled), total };
  }

  /** @throws AppError `not-found` */
  async get(idOrName: string): Promise<InstalledPackage> {
    return toInstalled(await this.record(idOrName));
  }

  /**
   * The package document: what came in, as long as nobody changed the documents. Those that the caller may
   * not see are left out, as those that are gone.
   * @throws AppError `not-found`
   */
  async export(
    idOrName: string,
    dialect: 'original' | 'interface',
    principal: Principal,
  ): Promise<JsonObject> {
    const record = await this.record(idOrName);
    const readable = await this.packaged.readable(record.bundles, principal);
    const documents = await this.documents.findDocuments(readable);
    const bundles = record.bundles.map((ref) =>
      bundleNow(ref, documents.get(documentKey(ref.collection, ref.documentId)) ?? null),
    );
    const document = buildPackageDocument(fromStored(record.head), bundles);
    return dialect === 'interface' ? toInterfaceDialect(document) : document;
  }

  private async record(idOrName: string): Promise<InstalledRecord> {
    const found = await this.packages.find(idOrName);
    if (!found) throw notFound('Package', idOrName);
    return found;
  }
}

function toInstalled(record: ListedRecord): InstalledPackage {
  const reading = readArtifact({ ...fromStored(record.head), bundles: [] });
  invariant(reading.kind === 'sound', 'only sound packages are installed');
  const { manifest } = reading.document;
  invariant(isJsonObject(manifest), 'only sound packages are installed');
  const { _id, revision, components, installed, installedBy } = record;
  return {
    id: _id,
    revision,
    artifact: reading.artifact,
    manifest,
    components,
    installed,
    installedBy,
  };
}
