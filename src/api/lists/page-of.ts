import { invalidInput } from '../../kernel/app-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { type ListCondition } from '../../kernel/list-condition.js';
import { type Page } from '../../kernel/page.js';
import {
  fieldIndex,
  storedCondition,
  type StoredList,
} from '../../platform/database/lists/stored-filter.js';
import { allOf, type TextFilter } from '../../platform/database/text-match.js';
import { type ListDeclaration } from './list-declaration.js';
import { type ListRequest } from './list-request.js';
import { compareBy, holds } from './match-items.js';
import { withMembers } from './item-members.js';

/** So many items are looked at one by one at most, where no index answers what is asked. */
export const LOOKED_AT_MAX = 20_000;
const PORTION = 500;

/** Reads a part of what the caller may see, in the order of the list, by the list's own options. */
export type ReadRows<Row, Own extends object> = (part: StoredList & Own) => Promise<Page<Row>>;
/** Makes rows what the caller sees of them. */
export type ShowRows<Row, Item extends object> = (
  rows: readonly Row[],
) => readonly Item[] | Promise<readonly Item[]>;

/**
 * Makes of each row what conditions and an order are held against, where the whole item is costly to
 * make; nothing of a row that is gone meanwhile.
 */
export type LookAtRows<Row, Item extends object> = (
  rows: readonly Row[],
) => Promise<readonly (Item | undefined)[]>;

/** Which items are read, and in which order. */
type StoredPart = Pick<StoredList, 'filter' | 'index' | 'by' | 'order'>;

/** What of a request the database answers, and what is looked at in the items themselves. */
interface Plan extends StoredPart {
  readonly rest: readonly ListCondition[];
  /** The items do not come in the order that is asked for. */
  readonly sorted: boolean;
}

/**
 * The part of a list that a request asks for.
 * @throws AppError `invalid-input` where more items than `LOOKED_AT_MAX` would have to be looked at.
 */
export async function pageOf<Row, Item extends object, Own extends object>(
  request: ListRequest<Own>,
  read: ReadRows<Row, Own>,
  show: (row: Row) => Item,
): Promise<Page<Item>> {
  return pageOfRows(request, read, (rows) => rows.map(show));
}

/** The same where rows are made what is seen of them all at once. */
export async function pageOfRows<Row, Item extends object, Own extends object>(
  request: ListRequest<Own>,
  read: ReadRows<Row, Own>,
  show: ShowRows<Row, Item>,
  look?: LookAtRows<Row, Item>,
): Promise<Page<Item>> {
  const plan = planOf(request);
  const { skip, limit, own, include } = request;
  const readPart = (part: StoredList): Promise<Page<Row>> => read({ ...own, ...part });
  if (plan.rest.length > 0 || plan.sorted) {
    if (!look) return lookedThrough(request, plan, readPart, show);
    return lookedAt(request, plan, readPart, { look, show });
  }
  const part = { ...storedPart(plan), skip, limit: Math.max(limit, 1), include };
  const { items, total } = await readPart(part);
  const shown = limit === 0 ? [] : await show(items);
  return { items: shown.map((item) => withMembers(item, request)), total };
}

/** The same of a list that is at hand as a whole. */
export function pageOfAll<Item extends object>(
  request: ListRequest,
  all: readonly Item[],
): Page<Item> {
  const { skip, limit, conditions, sort, list } = request;
  const tests = conditions.map(holds);
  const kept = all.filter((item) => tests.every((test) => test(item)));
  const ordered = sort.length === 0 ? kept : kept.toSorted(compareBy(sort, list));
  const part = ordered.slice(skip, skip + limit);
  return { items: part.map((item) => withMembers(item, request)), total: kept.length };
}

/** What the database is asked for, and what is left to be looked at. */
export function planOf({ list, conditions, sort }: ListRequest): Plan {
  const filters: TextFilter[] = [];
  const rest: ListCondition[] = [];
  for (const condition of conditions) {
    const filter = storedCondition(list.stored, condition);
    if (filter) filters.push(filter);
    else rest.push(condition);
  }
  const ordered = orderOf(list, sort);
  const index = fieldIndex(list.stored, ordered.by ?? list.order[0], conditions);
  return { filter: allOf(filters), index, rest, ...ordered };
}

function storedPart({ filter, index, by, order }: Plan): StoredPart {
  return { filter, index, by, order };
}

/** The order that the source is read in, and whether items are sorted beyond it. */
function orderOf(
  { order: [field, direction], orders, oneWay }: ListDeclaration,
  sort: ListRequest['sort'],
): Pick<Plan, 'by' | 'order' | 'sorted'> {
  const first = sort.at(0);
  const own = { by: undefined, order: direction };
  if (!first) return { ...own, sorted: false };
  if (sort.length > 1 || (oneWay === true && first.direction !== direction))
    return { ...own, sorted: true };
  if (first.field === field) return { by: undefined, order: first.direction, sorted: false };
  if (!orders.includes(first.field)) return { ...own, sorted: true };
  return { by: first.field, order: first.direction, sorted: false };
}

/** Items with the rows that they are made of, or whatever else is wanted of those that match. */
interface Looked<Item, Kept> {
  readonly item: Item;
  readonly kept: Kept;
}

async function lookedThrough<Row, Item extends object>(
  request: ListRequest,
  plan: Plan,
  read: (part: StoredList) => Promise<Page<Row>>,
  show: ShowRows<Row, Item>,
): Promise<Page<Item>> {
  const look = async (rows: readonly Row[]): Promise<Looked<Item, Item>[]> =>
    (await show(rows)).map((item) => ({ item, kept: item }));
  const { items, total } = await matching(request, plan, read, look);
  return { items: items.map((item) => withMembers(item, request)), total };
}

/** The same where whole items are made of the page alone. */
async function lookedAt<Row, Item extends object>(
  request: ListRequest,
  plan: Plan,
  read: (part: StoredList) => Promise<Page<Row>>,
  { look, show }: { readonly look: LookAtRows<Row, Item>; readonly show: ShowRows<Row, Item> },
): Promise<Page<Item>> {
  const lookAt = async (rows: readonly Row[]): Promise<Looked<Item, Row>[]> => {
    const items = await look(rows);
    return rows.flatMap((kept, at) => {
      const item = items[at];
      return item ? [{ item, kept }] : [];
    });
  };
  const { items: rows, total } = await matching(request, plan, read, lookAt);
  const items = rows.length === 0 ? [] : await show(rows);
  return { items: items.map((item) => withMembers(item, request)), total };
}

/** Reads the list from its beginning, in portions, and keeps what the page needs of it. */
async function matching<Row, Item extends object, Kept>(
  request: ListRequest,
  plan: Plan,
  read: (part: StoredList) => Promise<Page<Row>>,
  look: (rows: readonly Row[]) => Promise<readonly Looked<Item, Kept>[]>,
): Promise<Page<Kept>> {
  const { rest, sorted } = plan;
  const tests = rest.map(holds);
  const kept = new KeptItems<Item, Kept>(request, sorted);
  const limit = Math.min(PORTION, request.list.limitMax ?? PORTION);
  for (let skip = 0, total = 1; skip < total; skip += limit) {
    const rows = await read({ ...storedPart(plan), skip, limit });
    ({ total } = rows);
    if (total > LOOKED_AT_MAX) throw tooMany(request, plan);
    const looked = await look(rows.items);
    kept.add(looked.filter(({ item }) => tests.every((test) => test(item))));
    if (rows.items.length === 0) break;
  }
  return kept.page();
}

/** What a page needs of the items that match, and how many those are. */
class KeptItems<Item extends object, Kept> {
  private items: Looked<Item, Kept>[] = [];
  private total = 0;
  private readonly end: number;

  constructor(
    private readonly request: ListRequest,
    private readonly sorted: boolean,
  ) {
    this.end = request.limit === 0 ? 0 : request.skip + request.limit;
  }

  add(items: readonly Looked<Item, Kept>[]): void {
    this.total += items.length;
    const { sort, list } = this.request;
    const compare = compareBy(sort, list);
    const all = [...this.items, ...items];
    const ordered = this.sorted ? all.toSorted((a, b) => compare(a.item, b.item)) : all;
    this.items = ordered.slice(0, this.end);
  }

  page(): Page<Kept> {
    const part = this.items.slice(this.request.skip);
    return { items: part.map(({ kept }) => kept), total: this.total };
  }
}

function tooMany({ list }: ListRequest, { rest, sorted }: Plan): Error {
  const place = rest[0] ? [rest[0].verb, rest[0].field] : sorted ? ['sort'] : [];
  const indexed = Object.keys(list.stored);
  const way = indexed.length === 0 ? '' : `: narrow the list by ${indexed.join(', ')} as well`;
  const detail = `would look at more than ${LOOKED_AT_MAX} items one by one${way}`;
  return invalidInput([{ pointer: jsonPointer(place), detail }]);
}
