import { attributePath, pathKey } from '../../cores/scim/attribute-path.js';
import { type Filter, mentions } from '../../cores/scim/filter.js';
import { matches } from '../../cores/scim/matches.js';
import { parseFilter } from '../../cores/scim/parse-filter.js';
import { type IndexedKeys, planFilter, type Point } from '../../cores/scim/plan-filter.js';
import { project, readProjection, shows } from '../../cores/scim/project.js';
import { type ResourceType } from '../../cores/scim/schema.js';
import { scimError } from '../../cores/scim/scim-error.js';
import { settleFilter } from '../../cores/scim/settle-filter.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Page, type PageRequest } from '../../kernel/page.js';
import { type ListResponse, listResponse, pageOfRequest } from './list-response.js';
import { type WantedPart } from './scim-call.js';

/** Whoever names more than this by one value is looked for by another. */
const CANDIDATES_MAX = 500;

/** Whether an attribute is looked at; what is not need not be read. */
export type NeedsAttribute = (name: string) => boolean;

/** A part of the list, in its order. */
export interface ResourcePart extends PageRequest {
  readonly prefix?: string | undefined;
  readonly active?: boolean | undefined;
}

/** How resources of a type are read: `T` is one as it is stored, `Key` what an index finds it by. */
export interface ResourceReads<T, Key extends string> {
  readonly type: ResourceType;
  readonly keys: IndexedKeys<Key>;
  /** Those that one of the values finds, each once, so many for each at most. */
  readonly find: (points: readonly Point<Key>[], limit: number) => Promise<readonly T[]>;
  readonly list: (part: ResourcePart) => Promise<Page<T>>;
  readonly shown: (found: readonly T[], needs: NeedsAttribute) => Promise<readonly JsonObject[]>;
}

/** Resources of a type, part by part. */
export interface ResourceList {
  readonly type: ResourceType;
  /** What the list is in the order of. */
  readonly order: string;
  /** @param type the type, as it is searched with others */
  readonly part: (
    type: ResourceType,
    wanted: WantedPart,
    page: PageRequest,
  ) => Promise<Page<JsonObject>>;
}

/** The resources that these reads find. */
export function resourceList<T, Key extends string>(reads: ResourceReads<T, Key>): ResourceList {
  return {
    type: reads.type,
    order: reads.keys.order,
    part: async (type, wanted, page) => {
      const projection = readProjection(type, wanted);
      const { items, total } = await pageOf({ ...reads, type }, wanted.filter, page);
      const resources = await reads.shown(items, (name) => shows(projection, name));
      return { items: resources.map((one) => project(type, one, projection)), total };
    },
  };
}

/**
 * Some of the resources of one type, or of several, one after the other, by a filter that an index answers.
 * @throws AppError `invalid-input`: `invalidFilter` for what no index answers, `tooMany`
 */
export async function listResources(
  lists: readonly ResourceList[],
  wanted: WantedPart,
): Promise<ListResponse> {
  assertOrder(lists, wanted);
  const page = pageOfRequest(wanted);
  const items: JsonObject[] = [];
  let total = 0;
  for (const list of lists) {
    const others = lists.filter((one) => one !== list);
    const type = { ...list.type, beside: others.map((other) => other.type) };
    const rest = { skip: Math.max(page.skip - total, 0), limit: page.limit - items.length };
    const part = await list.part(type, wanted, rest);
    items.push(...part.items);
    total += part.total;
  }
  return listResponse({ items, total }, page);
}

/** A list has one order: another one is refused. */
function assertOrder(lists: readonly ResourceList[], { sortBy, sortOrder }: WantedPart): void {
  if (sortBy === undefined && sortOrder === undefined) return;
  const isOrder = ({ type, order }: ResourceList): boolean => {
    const path = sortBy === undefined ? undefined : attributePath(type, sortBy);
    return path !== undefined && pathKey(path) === order;
  };
  if (sortOrder !== 'descending' && lists.every(isOrder)) return;
  const [only] = lists;
  const order =
    lists.length === 1 && only ? `in the ascending order of ${only.order}` : 'not sorted';
  throw scimError('invalidValue', `Sorting is not supported: this list is ${order}`);
}

async function pageOf<T, Key extends string>(
  reads: ResourceReads<T, Key>,
  text: string | undefined,
  page: PageRequest,
): Promise<Page<T>> {
  const settled = text === undefined || settleFilter(parseFilter(text, reads.type), reads.type);
  if (settled === false) return { items: [], total: 0 };
  const plan = planFilter(settled === true ? undefined : settled, reads.keys);
  if (plan.kind === 'points') {
    const met = await meeting(reads, plan);
    return { items: met.slice(page.skip, page.skip + page.limit), total: met.length };
  }
  // A page of nothing still says how many there are.
  const limit = Math.max(page.limit, 1);
  const { prefix, active } = plan;
  const { items, total } = await reads.list({ prefix, active, ...page, limit });
  return { items: items.slice(0, page.limit), total };
}

/** Of those that the values find, those that meet the whole filter. */
async function meeting<T, Key extends string>(
  { type, find, shown }: ResourceReads<T, Key>,
  { filter, points }: { readonly filter?: Filter; readonly points: readonly Point<Key>[] },
): Promise<readonly T[]> {
  const found = await find(points, CANDIDATES_MAX + 1);
  if (found.length > CANDIDATES_MAX)
    throw scimError(
      'tooMany',
      `More than ${CANDIDATES_MAX} resources of the type ${type.name} have what the filter names`,
    );
  if (!filter) return found;
  const judged = await shown(found, (name) => mentions(filter, name));
  return found.filter((_, at) => matches(filter, judged[at] ?? {}));
}
