import { Inject, Injectable } from '@nestjs/common';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { toInterfaceDialect } from '../../../connectors/registry/dialect.js';
import { notFound } from '../../../kernel/app-error.js';
import { invariant } from '../../../kernel/invariant.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { LIST_LIMIT_DEFAULT, type SortDirection } from '../../../kernel/page.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { fromStored } from '../../../platform/database/storable.js';
import { BundleDocumentsRepository, documentKey } from './bundle-documents.repository.js';
import { buildPackageDocument } from './package-document.js';
import { type PackageFilter, PackagesRepository } from './packages.repository.js';
import { type BundleRef, type InstalledRecord, type PackageComponent } from './stored-package.js';

/** What a list of installed packages is asked for. */
export interface InstalledQuery {
  readonly filter: PackageFilter;
  readonly order: SortDirection;
  readonly skip: number;
  readonly limit: number | undefined;
}

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

/** A part of the installed packages, with the number of all that match. */
export interface InstalledPage {
  readonly packages: readonly InstalledPackage[];
  readonly total: number;
}

/** The installed packages, as they are read. */
@Injectable()
export class PackagesService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly documents: BundleDocumentsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** A part of the installed packages; a limit of 0 means as many as a list may have. */
  async list(query: InstalledQuery): Promise<InstalledPage> {
    const { filter, order, skip, limit = LIST_LIMIT_DEFAULT } = query;
    const size = limit === 0 ? this.config.lists.limitMax : limit;
    const { items, total } = await this.packages.list(filter, order, { skip, limit: size });
    return { packages: items.map((record) => toInstalled(record)), total };
  }

  /** @throws AppError `not-found` */
  async get(idOrName: string): Promise<InstalledPackage> {
    return toInstalled(await this.record(idOrName));
  }

  /**
   * The package document: what came in, as long as nobody changed the documents.
   * @throws AppError `not-found`
   */
  async export(idOrName: string, dialect: 'original' | 'interface'): Promise<JsonObject> {
    const record = await this.record(idOrName);
    const documents = await this.documents.findDocuments(record.bundles);
    const bundles = record.bundles.map(({ originalId, rest, ...ref }: BundleRef) => ({
      ...ref,
      originalId,
      rest: rest === undefined ? {} : fromStored(rest),
      data: documents.get(documentKey(ref.collection, ref.documentId)) ?? null,
    }));
    const document = buildPackageDocument(fromStored(record.head), bundles);
    return dialect === 'interface' ? toInterfaceDialect(document) : document;
  }

  private async record(idOrName: string): Promise<InstalledRecord> {
    const found = await this.packages.find(idOrName);
    if (!found) throw notFound('Package', idOrName);
    return found;
  }
}

function toInstalled(record: InstalledRecord): InstalledPackage {
  const head = { ...fromStored(record.head), bundles: [] };
  const reading = readArtifact(head);
  invariant(reading.kind === 'sound', 'only sound packages are installed');
  const manifest = toInterfaceDialect(head)['manifest'];
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
