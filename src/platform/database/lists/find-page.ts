import { type Model, trusted } from 'mongoose';
import { type Page, type SortDirection } from '../../../kernel/page.js';
import { type TextFilter } from '../text-match.js';
import { type FieldIndex, seeksPartOfText, type StoredList } from './stored-filter.js';

type Order = Readonly<Record<string, SortDirection>>;
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
/** Passing over so many takes a while: behind them a page is read from whichever end is nearer. */
const FAR = 2000;

/** The order of a part of a collection, and the index that has it. */
export interface PageOrder {
  /** Ends in what is unique. */
  readonly sort: Order;
  readonly hint: Hint;
  /** Index of the count, where it is another one. */
  readonly countHint?: Hint;
  /** Members that are read, or with 0 are not; all where it is absent. */
  readonly members?: Readonly<Record<string, 0 | 1>>;
  /** All are counted only where the part does not end the list, which says how many there are. */
  readonly isCountedLast?: true;
  /** Knows the total, or counts. */
  readonly total?: (count: () => Promise<number>) => Promise<number>;
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
  if (part.index) return foundPage(reads, part.index, part.skip, hint);
  if (part.skip >= FAR) return farPage(reads, part.skip, { hint, countHint });
  if (!by.total && seeksPartOfText(filter)) return walkedPage(reads, part, { hint, countHint });
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
  skip: number,
  hint: Hint,
): Promise<Page<Stored>> {
  const total = await reads.count(index.name);
  if (total <= skip) return { items: [], total };
  return { items: await reads.page(isShort(index, total) ? index.name : hint), total };
}

/** Of a page far down, the total is needed first: it tells how far the end is. */
async function farPage<Stored>(
  reads: PageReads<Stored>,
  skip: number,
  { hint, countHint }: Hints,
): Promise<Page<Stored>> {
  const total = await reads.count(countHint);
  if (total <= skip) return { items: [], total };
  return { items: await (total < 2 * skip ? reads.back(hint, total) : reads.page(hint)), total };
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
  constructor(
    private readonly documents: Model<object>,
    private readonly filter: TextFilter,
    private readonly part: Part,
    private readonly by: PageOrder,
  ) {}

  page(hint: Hint): Promise<Stored[]> {
    return this.read(hint, this.by.sort, this.part);
  }

  /** The same page from the end of a list that has so many. */
  async back(hint: Hint, all: number): Promise<Stored[]> {
    const { skip, limit } = this.part;
    const passed = Math.max(0, all - skip - limit);
    const from = { skip: passed, limit: all - skip - passed };
    return (await this.read(hint, reversed(this.by.sort), from)).reverse();
  }

  count(hint: Hint): Promise<number> {
    const { total = counted } = this.by;
    return total(() => this.documents.countDocuments(this.filter).hint(hint).exec());
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

  private read(hint: Hint, by: Order, { skip, limit }: Omit<Part, 'index'>): Promise<Stored[]> {
    return this.documents
      .find(this.filter, this.by.members)
      .sort(by)
      .skip(skip)
      .limit(limit)
      .hint(hint)
      .lean<Stored[]>()
      .exec();
  }
}

function reversed(sort: Order): Order {
  return Object.fromEntries(
    Object.entries(sort).map(([path, order]) => [path, order === 1 ? -1 : 1]),
  );
}

function totalAtEnd(length: number, { skip, limit }: Part): number | undefined {
  const isLast = length < limit && (length > 0 || skip === 0);
  return isLast ? skip + length : undefined;
}

function isShort({ isOrdered }: FieldIndex, total: number): boolean {
  return isOrdered || total <= SORTED_MAX;
}

function counted(count: () => Promise<number>): Promise<number> {
  return count();
}

/** These paths, all in one direction. */
export function sortBy(paths: readonly string[], order: SortDirection): Order {
  return Object.fromEntries(paths.map((path) => [path, order]));
}
