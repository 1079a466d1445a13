import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page, type PageRequest, type SortDirection } from '../../../kernel/page.js';
import { allOf, contains, type TextFilter } from '../../../platform/database/text-match.js';
import { type CatalogueEntry, type ShelvedEntry } from './catalogue-entry.js';
import { CATALOGUE_ENTRY_MODEL } from './catalogue-entry.schema.js';
import { CATALOGUE_STATE_MODEL, type CatalogueState } from './catalogue-repository.schema.js';
import { type CatalogueQuery, type CatalogueView } from './catalogue-view.js';

/** A number of matches, and the generation of the shelves in which it was counted. */
interface KnownTotal {
  readonly generation: number;
  readonly total: number;
}

/** Queries whose totals are kept at a time. */
const TOTALS_MAX = 1000;
const SEARCHED = { search: { path: 'searchText', foldedPath: 'searchText' } };

/** The collection of catalogue entries, as the answers read it. */
@Injectable()
export class CatalogueEntriesRepository {
  private readonly totals = new Map<string, KnownTotal>();

  constructor(
    @InjectModel(CATALOGUE_ENTRY_MODEL) private readonly entries: Model<ShelvedEntry>,
    @InjectModel(CATALOGUE_STATE_MODEL) private readonly catalogue: Model<CatalogueState>,
  ) {}

  /** A page of what is shown, by name. The index alone decides what is on it. */
  async page(
    query: CatalogueQuery,
    order: SortDirection,
    { skip, limit }: PageRequest,
  ): Promise<Page<ShelvedEntry>> {
    const filter = toFilter(query);
    const hint = indexFor(query);
    const [items, total] = await Promise.all([
      this.entries
        .find(filter, { searchText: 0 })
        .sort({ nameFolded: order, _id: order })
        .skip(skip)
        .limit(limit)
        .hint(hint)
        .lean<ShelvedEntry[]>()
        .exec(),
      this.total(query),
    ]);
    return { items, total };
  }

  /**
   * The exact number of matches. Counting walks an index, which takes time with many packages, so a
   * total is kept for as long as nothing changes; that is asked of the database each time.
   */
  private async total(query: CatalogueQuery): Promise<number> {
    const generation = await this.settledGeneration();
    const key = JSON.stringify(query);
    const known = this.totals.get(key);
    if (known?.generation === generation) return known.total;
    const total = await this.entries.countDocuments(toFilter(query)).hint(indexFor(query)).exec();
    if (generation === null) return total;
    if (this.totals.size >= TOTALS_MAX) this.totals.clear();
    this.totals.set(key, { generation, total });
    return total;
  }

  /** The generation of the shelves; null while they or entries are being changed. */
  private async settledGeneration(): Promise<number | null> {
    const [state, changed] = await Promise.all([
      this.catalogue.findOne({ _id: 'shelves' }).lean<CatalogueState>().exec(),
      this.entries.exists({ stamp: trusted({ $exists: true }) }).exec(),
    ]);
    return !state || state.isChanging || changed ? null : state.generation;
  }

  /** The entry of one name that is shown for a release. */
  async findShown(
    view: CatalogueView,
    nameFolded: string,
    releaseKey: number,
  ): Promise<CatalogueEntry | null> {
    return this.entries
      .findOne({ nameFolded, ...shownFor(view, releaseKey) })
      .lean<ShelvedEntry>()
      .exec();
  }

  /** Every entry with this name and version in these configurations. */
  async findVersion(
    nameFolded: string,
    version: string,
    configs: readonly string[],
  ): Promise<readonly CatalogueEntry[]> {
    return this.entries
      .find({
        nameFolded,
        version,
        config: trusted({ $in: configs }),
        removed: trusted({ $ne: true }),
      })
      .lean<ShelvedEntry[]>()
      .exec();
  }

  /** Every version of these packages in these configurations. */
  async findOfNames(
    namesFolded: readonly string[],
    configs: readonly string[],
  ): Promise<readonly CatalogueEntry[]> {
    return this.entries
      .find(
        {
          nameFolded: trusted({ $in: namesFolded }),
          config: trusted({ $in: configs }),
          removed: trusted({ $ne: true }),
        },
        { searchText: 0 },
      )
      .lean<ShelvedEntry[]>()
      .exec();
  }

  /** Those of the names that a package of an enabled configuration has. */
  async findOffered(namesFolded: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.entries
      .find(
        { nameFolded: trusted({ $in: namesFolded }), 'mergedShelf.from': trusted({ $gte: 0 }) },
        { nameFolded: 1, _id: 0 },
      )
      .hint('merged_shelf')
      .lean<Pick<ShelvedEntry, 'nameFolded'>[]>()
      .exec();
    return new Set(found.map(({ nameFolded }) => nameFolded));
  }
}

function toFilter(query: CatalogueQuery): TextFilter {
  const choice = { fields: SEARCHED, name: 'search', pointer: '#/queryOptions/search' };
  return allOf([
    {
      ...shownFor(query.view, query.releaseKey),
      ...(query.isCurrentOnly && { releaseKey: query.releaseKey }),
    },
    query.search === '' ? {} : contains(choice, query.search),
  ]);
}

function shownFor(view: CatalogueView, releaseKey: number): TextFilter {
  // The lower bound 0 is what the partial indexes hold.
  const from = trusted({ $gte: 0, $lte: releaseKey });
  const until = trusted({ $gt: releaseKey });
  return view.kind === 'merged'
    ? { 'mergedShelf.from': from, 'mergedShelf.until': until }
    : { config: view.config, 'shelf.from': from, 'shelf.until': until };
}

function indexFor({ view, isCurrentOnly }: CatalogueQuery): string {
  const shelf = view.kind === 'merged' ? 'merged_shelf' : 'shelf';
  return isCurrentOnly ? `${shelf}_of_release` : shelf;
}
