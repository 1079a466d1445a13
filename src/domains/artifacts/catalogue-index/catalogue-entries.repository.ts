import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page, type PageRequest, type SortDirection } from '../../../kernel/page.js';
import { allOf, contains, type TextFilter } from '../../../platform/database/text-match.js';
import { type CatalogueEntry, type ShelvedEntry } from './catalogue-entry.js';
import { CATALOGUE_ENTRY_MODEL } from './catalogue-entry.schema.js';
import { type CatalogueQuery, type CatalogueView } from './catalogue-view.js';

const SEARCHED = { search: { path: 'searchText', foldedPath: 'searchText' } };

/** The collection of catalogue entries, as the answers read it. */
@Injectable()
export class CatalogueEntriesRepository {
  constructor(@InjectModel(CATALOGUE_ENTRY_MODEL) private readonly entries: Model<ShelvedEntry>) {}

  /** A page of what is shown, by name. The index alone decides what is on it. */
  async page(
    query: CatalogueQuery,
    order: SortDirection,
    { skip, limit }: PageRequest,
  ): Promise<Page<CatalogueEntry>> {
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
      this.entries.countDocuments(filter).hint(hint).exec(),
    ]);
    return { items, total };
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

  /** Those of the names that are shown on the merged shelf, for whatever release. */
  async findKnownNames(namesFolded: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.entries
      .find(
        { nameFolded: trusted({ $in: namesFolded }), 'mergedShelf.from': trusted({ $gte: 0 }) },
        { nameFolded: 1, _id: 0 },
      )
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
