import { Injectable } from '@nestjs/common';
import { type ListSource } from '../../../api/lists/list-declaration.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOfRows } from '../../../api/lists/page-of.js';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { notFound } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page, totalPages } from '../../../kernel/page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { installStatus, type InstallStatus } from '../../../cores/versions/install-status.js';
import { releaseKey } from '../../../cores/versions/release.js';
import { runningVersion } from '../../../cores/versions/running-system.js';
import { type VersionStatus } from '../../../cores/versions/version-status.js';
import { searchTerm } from '#domains/catalogue/visibility/search-text.js';
import { CatalogueContentsRepository } from '#domains/catalogue/index/catalogue-contents.repository.js';
import { CatalogueEntriesRepository } from '#domains/catalogue/index/catalogue-entries.repository.js';
import {
  type CatalogueEntry,
  type IndexedEntry,
} from '#domains/catalogue/index/catalogue-entry.js';
import { duplicateWarnings } from '#domains/catalogue/index/duplicate-warnings.js';
import { byPreference } from '#domains/catalogue/index/entry-preference.js';
import {
  CatalogueScopeService,
  type CataloguePlace,
  type CatalogueWarning,
} from '#domains/catalogue/index/catalogue-scope.service.js';
import {
  type CatalogueQuery,
  type CatalogueView,
} from '#domains/catalogue/index/catalogue-view.js';
import { type CatalogueItem, CatalogueItemsService } from './catalogue-items.service.js';
import { RunningSystemService } from '../packages/running-system.service.js';

/** How what it offers is listed: by name, a page at a time. */
export const OFFERED = {
  order: ['name', 1],
  paged: true,
  // Each comes with its whole document.
  limitMax: 100,
  stored: { name: { path: 'name', folded: 'nameFolded' } },
} as const satisfies Partial<ListSource>;

/** Which packages of the catalogue are looked at. */
export interface CatalogueRequest {
  readonly config?: string | undefined;
  /** Release label to look from; the running release when absent. */
  readonly release?: string | undefined;
  readonly search?: string | undefined;
  readonly versionStatus?: VersionStatus | undefined;
}

/** A page of the catalogue. */
export interface CataloguePage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  /** Counted from 1. */
  readonly page: number;
  readonly totalPages: number;
  readonly warnings: readonly CatalogueWarning[];
}

/** Packages, and what is said of those that they hide. */
interface ItemsPage<Item> extends Page<Item> {
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
    private readonly items: CatalogueItemsService,
  ) {}

  /**
   * A part of what is offered, as its list is asked for.
   * @throws AppError `not-found` for an unknown configuration, `upstream-failed`
   */
  async list<Item extends object>(
    asked: ListRequest<CatalogueRequest>,
    toEntry: (item: CatalogueItem) => Item,
  ): Promise<CataloguePage<Item>> {
    const place = await this.scopes.place(asked.own.config);
    const [warnings, { items, total, duplicates }] = await Promise.all([
      this.scopes.warnings(place),
      this.itemsOf(place, asked, toEntry),
    ]);
    const { page, limit } = asked;
    return {
      items,
      total,
      page,
      // The total alone has no pages.
      totalPages: limit === 0 ? 0 : totalPages(total, limit),
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

  private async itemsOf<Item extends object>(
    { view }: CataloguePlace,
    asked: ListRequest<CatalogueRequest>,
    toEntry: (item: CatalogueItem) => Item,
  ): Promise<ItemsPage<Item>> {
    if (!view) return { items: [], total: 0, duplicates: [] };
    const { release = this.running.release } = asked.own;
    const duplicates: CatalogueWarning[] = [];
    const show = async (entries: readonly IndexedEntry[]): Promise<Item[]> => {
      duplicates.push(...entries.flatMap((entry) => duplicateWarnings(entry, view)));
      return (await this.items.whole(entries, release)).map(toEntry);
    };
    const withBundles = isAskedOf(asked, 'download.bundles');
    const look = async (entries: readonly IndexedEntry[]): Promise<(Item | undefined)[]> =>
      (await this.items.lookedAt(entries, release, { withBundles })).map(
        (item) => item && toEntry(item),
      );
    const read = async (part: StoredList & CatalogueRequest): Promise<Page<IndexedEntry>> =>
      this.entries.page(queryOf(view, part, release), part.order, part);
    return { ...(await pageOfRows(asked, read, show, look)), duplicates };
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
}

/** Whether a list is narrowed or ordered by what lies at a path. */
function isAskedOf({ conditions, sort }: ListRequest, path: string): boolean {
  return [...conditions, ...sort].some(({ field }) => field.startsWith(path));
}

function queryOf(
  view: CatalogueView,
  { search = '', versionStatus, filter }: StoredList & CatalogueRequest,
  release: string,
): CatalogueQuery {
  return {
    view,
    releaseKey: keyOf(release),
    isCurrentOnly: versionStatus === 'current',
    search: searchTerm(search),
    filter,
  };
}

/** Requests carry checked labels; one beyond them is above every package. */
function keyOf(release: string): number {
  return releaseKey(release) ?? 0;
}
