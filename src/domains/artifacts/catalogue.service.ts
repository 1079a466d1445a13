import { Inject, Injectable } from '@nestjs/common';
import { type Artifact } from '../../connectors/registry/artifact.js';
import { readArtifact } from '../../connectors/registry/artifact-reader.js';
import { toInterfaceDialect } from '../../connectors/registry/dialect.js';
import { notFound } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';
import { type JsonObject } from '../../kernel/json.js';
import { type JsonText } from '../../kernel/json-text.js';
import { type Page, pageAt, type SortDirection, totalPages } from '../../kernel/page.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { installStatus, type InstallStatus } from './catalogue/install-status.js';
import { releaseKey } from './catalogue/release.js';
import { type RunningSystem, runningVersion } from './catalogue/running-system.js';
import { searchTerm } from './catalogue/search-text.js';
import { availableUpdate, type VersionStatus, versionStatus } from './catalogue/version-status.js';
import { CatalogueContentsRepository } from './catalogue-index/catalogue-contents.repository.js';
import { CatalogueEntriesRepository } from './catalogue-index/catalogue-entries.repository.js';
import { type CatalogueEntry } from './catalogue-index/catalogue-entry.js';
import { duplicateWarnings } from './catalogue-index/duplicate-warnings.js';
import { byPreference } from './catalogue-index/entry-preference.js';
import {
  CatalogueScopeService,
  type CataloguePlace,
  type CatalogueWarning,
} from './catalogue-index/catalogue-scope.service.js';
import { RunningSystemService } from './running-system.service.js';

/** A package of a repository, and what it means for this platform. */
export interface CatalogueItem {
  readonly registryId: number;
  readonly artifact: Omit<Artifact, 'bundles'>;
  readonly published: Date | null;
  /** The release it is made for. */
  readonly release: string;
  readonly versionStatus: VersionStatus;
  readonly installStatus: InstallStatus;
  /** Null when it is not installed. */
  readonly availableUpdate: boolean | null;
  /** The whole package document, in the words of the interface. */
  readonly document: OfferedDocument;
}

/** A package document whose bundles are ready to be answered. */
export interface OfferedDocument {
  readonly [member: string]: unknown;
  readonly bundles: JsonText;
}

/** What a page of the catalogue is asked for. */
export interface CatalogueRequest {
  readonly config?: string | undefined;
  /** Release label to look from; the running release when absent. */
  readonly release?: string | undefined;
  readonly search?: string | undefined;
  readonly versionStatus?: VersionStatus | undefined;
  readonly order?: SortDirection | undefined;
  /** Counted from 1. */
  readonly page?: number | undefined;
}

/** A page of the catalogue. */
export interface CataloguePage {
  readonly items: readonly CatalogueItem[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
  readonly warnings: readonly CatalogueWarning[];
}

/** The entries of a page, and what is said of those that they hide. */
interface EntriesPage extends Page<CatalogueEntry> {
  readonly duplicates: readonly CatalogueWarning[];
}

/** Names a package of the catalogue as operation 1 names it. */
export interface PackageName {
  readonly config?: string | undefined;
  readonly name: string;
  readonly version?: string | undefined;
}

/** A package of the catalogue with its document as it came. */
export interface FoundPackage {
  readonly config: string;
  readonly document: JsonObject;
}

/** The packages that the configured repositories offer. Answers come from the index alone. */
@Injectable()
export class CatalogueService {
  constructor(
    private readonly scopes: CatalogueScopeService,
    private readonly entries: CatalogueEntriesRepository,
    private readonly contents: CatalogueContentsRepository,
    private readonly running: RunningSystemService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `not-found` for an unknown configuration, `upstream-failed` */
  async list(request: CatalogueRequest): Promise<CataloguePage> {
    const release = request.release ?? this.running.release;
    const place = await this.scopes.place(request.config);
    const [warnings, { items, total, duplicates }] = await Promise.all([
      this.scopes.warnings(place),
      this.entriesOf(place, request, release),
    ]);
    return {
      items: await this.toItems(items, release),
      total,
      page: request.page ?? 1,
      totalPages: totalPages(total, this.config.lists.pageSize),
      warnings: [...warnings, ...duplicates],
    };
  }

  /**
   * The package that is shown under a name for the running release, or the named version of it.
   * @throws AppError `not-found`
   */
  async find(named: PackageName): Promise<FoundPackage> {
    const scope = await this.scopes.scope(named.config);
    const entry = await this.findEntry(scope, named);
    const document = entry && (await this.contents.findAll([entry.contentId])).get(entry.contentId);
    if (!entry || !document) {
      const { name, version } = named;
      throw notFound('Package', version === undefined ? name : `${name} ${version}`);
    }
    return { config: entry.config, document };
  }

  /** Whether a package could be installed here now. */
  async installStatusOf({ platformDependencies = {} }: Artifact): Promise<InstallStatus> {
    const system = await this.running.load(Object.keys(platformDependencies));
    return installStatus(platformDependencies, (name) => runningVersion(system, name));
  }

  private async entriesOf(
    { view }: CataloguePlace,
    { page = 1, order = 1, search = '', versionStatus }: CatalogueRequest,
    release: string,
  ): Promise<EntriesPage> {
    if (!view) return { items: [], total: 0, duplicates: [] };
    const query = {
      view,
      releaseKey: keyOf(release),
      isCurrentOnly: versionStatus === 'current',
      search: searchTerm(search),
    };
    const part = pageAt(page, this.config.lists.pageSize);
    const found = await this.entries.page(query, order, part);
    const duplicates = found.items.flatMap((entry) => duplicateWarnings(entry, view));
    return { ...found, duplicates };
  }

  private async findEntry(
    { view, configs }: CataloguePlace,
    { name, version }: PackageName,
  ): Promise<CatalogueEntry | null> {
    const folded = foldText(name);
    if (!view) return null;
    if (version === undefined) {
      return this.entries.findShown(view, folded, keyOf(this.running.release));
    }
    const found = await this.entries.findVersion(folded, version, configs);
    return found.toSorted(byPreference)[0] ?? null;
  }

  private async toItems(
    entries: readonly CatalogueEntry[],
    asked: string,
  ): Promise<readonly CatalogueItem[]> {
    const [contents, system] = await Promise.all([
      this.contents.findTexts(entries.map(({ contentId }) => contentId)),
      this.running.load(
        entries.flatMap(({ name, dependencies }) => [
          name,
          ...dependencies.map((dependency) => dependency.name),
        ]),
      ),
    ]);
    const read = entries.flatMap((entry) => {
      const content = contents.get(entry.contentId);
      // Bundles were read when the package was indexed.
      const reading = content && readArtifact({ ...content.head, bundles: [] });
      // An entry that was replaced between two readings may have lost its document.
      if (reading?.kind !== 'sound' || !content) return [];
      const document = { ...toInterfaceDialect(content.head), bundles: content.bundles };
      return [{ entry, artifact: reading.artifact, document }];
    });
    return read.map(({ entry, artifact, document }) => ({
      ...this.statusesOf(entry, artifact, { asked, system }),
      registryId: entry.registryId,
      artifact,
      published: entry.published,
      document,
    }));
  }

  private statusesOf(
    entry: CatalogueEntry,
    { platformDependencies = {} }: CatalogueItem['artifact'],
    { asked, system }: { readonly asked: string; readonly system: RunningSystem },
  ): Pick<CatalogueItem, 'release' | 'versionStatus' | 'installStatus' | 'availableUpdate'> {
    const release = entry.release ?? this.running.release;
    return {
      release,
      versionStatus: versionStatus(release, asked),
      installStatus: installStatus(platformDependencies, (name) => runningVersion(system, name)),
      availableUpdate: availableUpdate(entry.version, system.packages.get(entry.nameFolded)),
    };
  }
}

/** Requests carry checked labels; one beyond them is above every package. */
function keyOf(release: string): number {
  return releaseKey(release) ?? 0;
}
