import { type Model } from 'mongoose';
import { type Page, type SortDirection } from '../../../kernel/page.js';
import { type TextFilter } from '../text-match.js';
import { type FieldIndex, type StoredList } from './stored-filter.js';

type Keys = Readonly<Record<string, SortDirection>>;
type Hint = string | Keys;
type Part = Pick<StoredList, 'index' | 'skip' | 'limit'>;

/** So many are sorted in memory; of more, the next ones are not far away in the order of the list. */
const SORTED_MAX = 200;
/** Passing over so many takes a while: behind them a page is read from whichever end is nearer. */
const FAR = 2000;

/** The order of a part of a collection, and the index that has it. */
export interface PageOrder {
  /** Ends in what is unique. */
  readonly sort: Keys;
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

/** The two commands of a page, each by the index that it is given. */
interface Commands<Stored> {
  readonly read: (hint: Hint) => Promise<Stored[]>;
  /** The same part, of a list that has so many. */
  readonly readBack: (hint: Hint, total: number) => Promise<Stored[]>;
  readonly count: (hint: Hint) => Promise<number>;
}

/** A part of a collection, and how many documents match in all. */
export async function findPage<Stored>(
  model: Model<Stored>,
  filter: TextFilter,
  part: Part,
  by: PageOrder,
): Promise<Page<Stored>> {
  const { index } = part;
  const commands = commandsOf(model, filter, part, by);
  const { read, count } = commands;
  const { hint, countHint = hint } = by;
  if (index) {
    const total = await count(index.name);
    const items = total <= part.skip ? [] : await read(isShort(index, total) ? index.name : hint);
    return { items, total };
  }
  if (part.skip >= FAR) return farPage(commands, part.skip, { hint, countHint });
  if (by.isCountedLast) {
    const items = await read(hint);
    return { items, total: totalAtEnd(items.length, part) ?? (await count(countHint)) };
  }
  const [items, total] = await Promise.all([read(hint), count(countHint)]);
  return { items, total };
}

/** Of a page far down, the total is needed first: it tells how far the end is. */
async function farPage<Stored>(
  { read, readBack, count }: Commands<Stored>,
  skip: number,
  { hint, countHint }: { readonly hint: Hint; readonly countHint: Hint },
): Promise<Page<Stored>> {
  const total = await count(countHint);
  if (total <= skip) return { items: [], total };
  return { items: await (total < 2 * skip ? readBack(hint, total) : read(hint)), total };
}

function commandsOf<Stored>(
  model: Model<Stored>,
  filter: TextFilter,
  { skip, limit }: Part,
  { sort, members = {}, total = counted }: PageOrder,
): Commands<Stored> {
  // The filter is made of paths of the collection, which its type does not say.
  const documents = model as unknown as Model<object>;
  const readPart = (hint: Hint, by: Keys, from: Pick<Part, 'skip' | 'limit'>): Promise<Stored[]> =>
    documents
      .find(filter, members)
      .sort(by)
      .skip(from.skip)
      .limit(from.limit)
      .hint(hint)
      .lean<Stored[]>()
      .exec();
  return {
    read: (hint) => readPart(hint, sort, { skip, limit }),
    readBack: async (hint, all) => {
      const behind = Math.max(0, all - skip - limit);
      const from = { skip: behind, limit: all - skip - behind };
      return (await readPart(hint, reversed(sort), from)).reverse();
    },
    count: (hint) => total(() => documents.countDocuments(filter).hint(hint).exec()),
  };
}

function reversed(sort: Keys): Keys {
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
export function sortBy(paths: readonly string[], order: SortDirection): Keys {
  return Object.fromEntries(paths.map((path) => [path, order]));
}
