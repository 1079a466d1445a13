import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page, type PageRequest, type SortDirection } from '../../../kernel/page.js';
import { allOf, containsFilter, type TextFilter } from '../../../platform/database/text-match.js';
import { type CatalogueEntry, type IndexedEntry } from './catalogue-entry.js';
import { CATALOGUE_ENTRY_MODEL } from './catalogue-entry.schema.js';
import { CATALOGUE_STATE_MODEL, type CatalogueState } from './catalogue-repository.schema.js';
import { type CatalogueQuery, type CatalogueView } from './catalogue-view.js';
import { type KnownList, KnownLists, startFor, STRIDE } from './known-lists.js';

/** A list in one of its two orders. */
interface OrderedList {
  readonly filter: TextFilter;
  readonly order: SortDirection;
  /** The index that it is read from. */
  readonly hint: string;
}

/** The collection of catalogue entries, as the answers read it. */
@Injectable()
export class CatalogueEntriesRepository {
  private readonly lists = new KnownLists();

  constructor(
    @InjectModel(CATALOGUE_ENTRY_MODEL) private readonly entries: Model<IndexedEntry>,
    @InjectModel(CATALOGUE_STATE_MODEL) private readonly catalogue: Model<CatalogueState>,
  ) {}

  /**
   * A page of what is shown, by name, with the exact number of matches. The index alone decides what is
   * on it. Counting and passing over entries walk the index, which takes time with many packages: both are
   * done once for each generation of the visible versions (ADR 0078).
   */
  async page(
    query: CatalogueQuery,
    order: SortDirection,
    part: PageRequest,
  ): Promise<Page<IndexedEntry>> {
    const list = { filter: toFilter(query), order, hint: indexFor(query) };
    // A filter may be long, and is rarely asked for again.
    if (query.filter && Object.keys(query.filter).length > 0) return this.unknownPage(list, part);
    const key = JSON.stringify(query);
    const latest = this.lists.latest(key);
    // Mostly nothing has changed since: the page is read while that is asked.
    const [generation, early] = await Promise.all([
      this.settledGeneration(),
      latest && this.pageOf(list, part, latest),
    ]);
    if (early && latest?.generation === generation) return early;
    if (generation !== null) return this.pageOf(list, part, this.lists.of(key, generation));
    return this.unknownPage(list, part);
  }

  private async unknownPage(list: OrderedList, part: PageRequest): Promise<Page<IndexedEntry>> {
    const [items, total] = await Promise.all([this.read(list, part), this.count(list)]);
    return { items, total };
  }

  /** The generation of the visible versions; null while they or entries are being changed. */
  private async settledGeneration(): Promise<number | null> {
    const [state, changed] = await Promise.all([
      this.catalogue.findOne({ _id: 'shelves' }).lean<CatalogueState>().exec(),
      this.entries.exists({ stamp: trusted({ $exists: true }) }).exec(),
    ]);
    return !state || state.isChanging || changed ? null : state.generation;
  }

  private async pageOf(
    list: OrderedList,
    part: PageRequest,
    known: KnownList,
  ): Promise<Page<IndexedEntry>> {
    const [items, total] = await Promise.all([
      this.readFrom(list, part, known.marks[list.order]),
      known.total ?? this.count(list),
    ]);
    known.total = total;
    return { items, total };
  }

  private async readFrom(
    list: OrderedList,
    { skip, limit }: PageRequest,
    marks: string[],
  ): Promise<readonly IndexedEntry[]> {
    const start = await startFor(skip, marks, async (name) => this.markAfter(list, name));
    return start ? this.read(listFrom(list, start.name), { skip: start.skip, limit }) : [];
  }

  private async read(
    { filter, order, hint }: OrderedList,
    { skip, limit }: PageRequest,
  ): Promise<readonly IndexedEntry[]> {
    return this.entries
      .find(filter, { searchText: 0 })
      .sort({ nameFolded: order, _id: order })
      .skip(skip)
      .limit(limit)
      .hint(hint)
      .lean<IndexedEntry[]>()
      .exec();
  }

  /** A name stands in a list once, so it tells a place. */
  private async markAfter(
    list: OrderedList,
    name: string | undefined,
  ): Promise<string | undefined> {
    const [found] = await this.entries
      .find(listFrom(list, name).filter, { nameFolded: 1, _id: 0 })
      .sort({ nameFolded: list.order, _id: list.order })
      .skip(STRIDE)
      .limit(1)
      .hint(list.hint)
      .lean<Pick<IndexedEntry, 'nameFolded'>[]>()
      .exec();
    return found?.nameFolded;
  }

  private async count({ filter, hint }: OrderedList): Promise<number> {
    return this.entries.countDocuments(filter).hint(hint).exec();
  }

  /** The entry of one name that is shown for a release. */
  async findShown(
    view: CatalogueView,
    nameFolded: string,
    releaseKey: number,
  ): Promise<CatalogueEntry | null> {
    return this.entries
      .findOne({ nameFolded, ...shownFor(view, releaseKey) })
      .hint('versions')
      .lean<IndexedEntry>()
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
      .hint('versions')
      .lean<IndexedEntry[]>()
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
      .hint('versions')
      .lean<IndexedEntry[]>()
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
      .lean<Pick<IndexedEntry, 'nameFolded'>[]>()
      .exec();
    return new Set(found.map(({ nameFolded }) => nameFolded));
  }
}

function toFilter(query: CatalogueQuery): TextFilter {
  return allOf([
    {
      ...shownFor(query.view, query.releaseKey),
      ...(query.isCurrentOnly && { releaseKey: query.releaseKey }),
    },
    containsFilter('searchText', query.search, '#/queryOptions/search'),
    query.filter ?? {},
  ]);
}

/** The rest of a list, from a name on. */
function listFrom(list: OrderedList, name: string | undefined): OrderedList {
  if (name === undefined) return list;
  const from = trusted(list.order === 1 ? { $gte: name } : { $lte: name });
  return { ...list, filter: { ...list.filter, nameFolded: from } };
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
  const index = view.kind === 'merged' ? 'merged_shelf' : 'shelf';
  return isCurrentOnly ? `${index}_of_release` : index;
}
