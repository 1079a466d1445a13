import { type Model, trusted } from 'mongoose';
import { type Page, type SortDirection } from '../../../kernel/page.js';
import { type TextFilter } from '../text-match.js';
import {
  type End,
  type KnownList,
  ListPlaces,
  type Order,
  partFrom,
  reversed,
  type Span,
} from './list-places.js';
import { type FieldIndex, seeksPartOfText, type StoredList } from './stored-filter.js';

type Hint = string | Order;
type Part = Pick<StoredList, 'index' | 'skip' | 'limit'>;
type WithId = Readonly<Record<'_id', unknown>>;

interface Hints {
  readonly hint: Hint;
  readonly countHint: Hint;
}

/** So many are sorted in memory; of more, the next ones are not far away in the order of the list. */
const SORTED_MAX = 200;
/** So many of those that have a part of a text are looked for before all are counted. */
const FIRST_MATCHES = 200;
/** Passing over so many takes a while: behind them a page is read from the nearest place that is known. */
const FAR = 2000;

/** The order of a part of a collection, and the index that has it. */
export interface PageOrder {
  /** Ends in what is unique. */
  readonly sort: Order;
  readonly hint: Hint;
  /** Index of the count, where it is another one. */
  readonly countHint?: Hint;
  /** Members that are read, with 0 are not, or are made by an expression; all where it is absent. */
  readonly members?: Readonly<Record<string, 0 | 1 | object>> | undefined;
  /** All are counted only where the part does not end the list, which says how many there are. */
  readonly isCountedLast?: true;
  /** Knows the list, or counts. All documents have the paths of the order, each of one type. */
  readonly known?: (count: () => Promise<number>) => Promise<KnownList>;
}

/** A part of a collection, and how many documents match in all. */
export async function findPage<Stored>(
  model: Model<Stored>,
  filter: TextFilter,
  part: Part,
  by: PageOrder,
): Promise<Page<Stored>> {
  // The filter is made of paths of the collection, which its type does not say.
  const reads = new PageReads<Stored>(model as unknown as Model<object>, filter, part, by);
  const { hint, countHint = hint } = by;
  if (part.index) return foundPage(reads, part.index, hint);
  if (part.skip >= FAR) return countedPage(reads, countHint, () => hint);
  if (!by.known && seeksPartOfText(filter)) return walkedPage(reads, part, { hint, countHint });
  if (by.isCountedLast) {
    const items = await reads.page(hint);
    return { items, total: totalAtEnd(items.length, part) ?? (await reads.count(countHint)) };
  }
  const [items, total] = await Promise.all([reads.page(hint), reads.count(countHint)]);
  return { items, total };
}

/** What an index finds is counted first: few are sorted in memory. */
async function foundPage<Stored>(
  reads: PageReads<Stored>,
  index: FieldIndex,
  hint: Hint,
): Promise<Page<Stored>> {
  return countedPage(reads, index.name, (total) => (isShort(index, total) ? index.name : hint));
}

/** The total tells which index is better, and how far the end is. */
async function countedPage<Stored>(
  reads: PageReads<Stored>,
  countHint: Hint,
  hintFor: (total: number) => Hint,
): Promise<Page<Stored>> {
  const known = await reads.known(countHint);
  return { items: await reads.pageOf(known, hintFor(known.total)), total: known.total };
}

/** No index finds a part of a text: where few have it, looking at all keys once tells page and total. */
async function walkedPage<Stored>(
  reads: PageReads<Stored>,
  { skip, limit }: Part,
  { hint, countHint }: Hints,
): Promise<Page<Stored>> {
  const first = await reads.ids(hint);
  const areAll = first.length < FIRST_MATCHES;
  const areShown = areAll || skip + limit <= first.length;
  const [items, total] = await Promise.all([
    areShown ? reads.these(first.slice(skip, skip + limit)) : reads.page(hint),
    areAll ? first.length : reads.count(countHint),
  ]);
  return { items, total };
}

/** The commands of a page. Each names its index. */
class PageReads<Stored> {
  /** The order, from whichever end it goes up: so a place is the same for both. */
  private readonly upward: Order;

  constructor(
    private readonly documents: Model<object>,
    private readonly filter: TextFilter,
    private readonly part: Part,
    private readonly by: PageOrder,
  ) {
    const { sort } = by;
    this.upward = Object.values(sort)[0] === -1 ? reversed(sort) : sort;
  }

  page(hint: Hint): Promise<Stored[]> {
    return this.read(hint, this.by.sort, this.part);
  }

  /** The page of a list that is known. */
  async pageOf(known: KnownList, hint: Hint): Promise<Stored[]> {
    const { skip, limit } = this.part;
    const { total } = known;
    if (total <= skip) return [];
    if (skip < FAR) return this.page(hint);
    const [from, to] = [skip, Math.min(total, skip + limit)];
    if (this.by.sort === this.upward) return this.upwards(hint, known, { from, to });
    return (await this.upwards(hint, known, { from: total - to, to: total - from })).reverse();
  }

  async count(hint: Hint): Promise<number> {
    return (await this.known(hint)).total;
  }

  known(hint: Hint): Promise<KnownList> {
    const { known = counted } = this.by;
    return known(() => this.documents.countDocuments(this.filter).hint(hint).exec());
  }

  /** The ids of the first ones, `FIRST_MATCHES` at most. */
  async ids(hint: Hint): Promise<unknown[]> {
    const found = await this.documents
      .find(this.filter, { _id: 1 })
      .sort(this.by.sort)
      .limit(FIRST_MATCHES)
      .hint(hint)
      .lean<WithId[]>()
      .exec();
    return found.map(({ _id }) => _id);
  }

  /** The documents with these ids, in the same order. */
  async these(ids: readonly unknown[]): Promise<Stored[]> {
    if (ids.length === 0) return [];
    const found = await this.documents
      .find({ _id: trusted({ $in: ids }) }, this.by.members)
      .hint('_id_')
      .lean<(Stored & WithId)[]>()
      .exec();
    const byId = new Map(found.map((one) => [String(one._id), one]));
    return ids.flatMap((id) => byId.get(String(id)) ?? []);
  }

  /** Documents in the upward order, from the nearest place. */
  private async upwards(
    hint: Hint,
    { total, places = new ListPlaces(), lasting }: KnownList,
    span: Span,
  ): Promise<Stored[]> {
    const end: End = { at: total };
    const last = lasting ?? end;
    const isLasting = span.to <= last.at;
    const start = places.startFor(this.upward, span, isLasting ? last : end);
    const isUp = start.direction === 1;
    const order = isUp ? this.upward : reversed(this.upward);
    const part = { skip: start.skip, limit: span.to - span.from };
    const found = await this.read(hint, order, part, partFrom(this.filter, this.upward, start));
    const documents = isUp ? found : found.reverse();
    if (isLasting) places.note(this.upward, span.from, documents, total);
    return documents;
  }

  private read(
    hint: Hint,
    by: Order,
    { skip, limit }: Omit<Part, 'index'>,
    filter = this.filter,
  ): Promise<Stored[]> {
    return this.documents
      .find(filter, this.by.members)
      .sort(by)
      .skip(skip)
      .limit(limit)
      .hint(hint)
      .lean<Stored[]>()
      .exec();
  }
}

function totalAtEnd(length: number, { skip, limit }: Part): number | undefined {
  const isLast = length < limit && (length > 0 || skip === 0);
  return isLast ? skip + length : undefined;
}

function isShort({ isOrdered }: FieldIndex, total: number): boolean {
  return isOrdered || total <= SORTED_MAX;
}

async function counted(count: () => Promise<number>): Promise<KnownList> {
  return { total: await count() };
}

/** These paths, all in one direction. */
export function sortBy(paths: readonly string[], order: SortDirection): Order {
  return Object.fromEntries(paths.map((path) => [path, order]));
}
