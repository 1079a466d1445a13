import { type Model } from 'mongoose';
import { type Page, type PageRequest, type SortDirection } from '../../../kernel/page.js';
import { type TextFilter } from '../text-match.js';

type Keys = Readonly<Record<string, SortDirection>>;

/** The order of a part of a collection, and the index that has it. */
export interface PageOrder {
  /** Ends in what is unique. */
  readonly sort: Keys;
  readonly hint: string | Keys;
  /** Index of the count, where it is another one. */
  readonly countHint?: string | Keys;
  /** Members that are read, or with 0 are not; all where it is absent. */
  readonly members?: Readonly<Record<string, 0 | 1>>;
}

/** A part of a collection, and how many documents match in all. */
export async function findPage<Stored>(
  model: Model<Stored>,
  filter: TextFilter,
  { skip, limit }: PageRequest,
  { sort, hint, countHint = hint, members = {} }: PageOrder,
): Promise<Page<Stored>> {
  // The filter is made of paths of the collection, which its type does not say.
  const documents = model as unknown as Model<object>;
  const [items, total] = await Promise.all([
    documents
      .find(filter, members)
      .sort(sort)
      .skip(skip)
      .limit(limit)
      .hint(hint)
      .lean<Stored[]>()
      .exec(),
    documents.countDocuments(filter).hint(countHint).exec(),
  ]);
  return { items, total };
}

/** These paths, all in one direction. */
export function sortBy(paths: readonly string[], order: SortDirection): Keys {
  return Object.fromEntries(paths.map((path) => [path, order]));
}
