import { type Fault } from '../../kernel/app-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { shapeOf } from '../shapes/shape.js';
import { type ListCondition, type ListValue } from '../../kernel/list-condition.js';
import { type Config } from '../../platform/config/config.js';
import { type Layer, readLayer } from '../query/query-layers.js';
import { validateShape } from '../validation/validate-shape.js';
import { type ListDeclaration } from './list-declaration.js';
import { listLayers } from './list-layers.js';
import { ListParameters } from './list-parameters.dto.js';
import { type ListRequest } from './list-request.js';
import { membersFault, namesIn, unknownMembers } from './item-members.js';
import { CONDITION_KEYS, readConditions } from './read-conditions.js';
import { readSort } from './read-sort.js';

/** A request for a list as it was understood, or why it was not. */
export type ReadList =
  | {
      readonly kind: 'read';
      readonly request: ListRequest;
      /** The largest limit, where a larger one was asked for. */
      readonly limitApplied: number | undefined;
      /** What was given and cannot change the outcome. */
      readonly ignored: readonly string[];
    }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** How many lists show at most, and pages by themselves. */
export type Limits = Pick<Config['lists'], 'limitMax' | 'pageSize'>;

interface ListLimits {
  readonly usual: number;
  readonly most: number;
}

/** Parameters that name members of items. */
const MEMBER_KEYS = ['include', 'fields', 'exclude'] as const;
const PARAMETER_KEYS = new Set(shapeOf(ListParameters).fields.keys());
const SORT_KEYS = new Set(['sort', 'order']);
/** Marks of caches and of tracking: they change nothing. */
export const HARMLESS = /^(_|_t|_ts|_dc|cb|nocache|cachebuster|pretty|utm_\w+|gclid|fbclid)$/;

/** What a caller gave, in groups by who reads it. */
interface Sorted {
  readonly own: Layer;
  readonly parameters: Layer;
  readonly unknown: readonly string[];
  readonly ignored: readonly string[];
}

/**
 * Reads what a caller asks of a list, in every form and by one grammar. What is not understood is
 * refused, because it would have narrowed, ordered or cut the list.
 */
export function readList(
  list: ListDeclaration,
  carriers: { readonly query: unknown; readonly body: unknown },
  limits: Limits,
): ReadList {
  const { given, faults: unreadable } = listLayers(carriers);
  if (unreadable.length > 0) return { kind: 'refused', faults: unreadable };
  const { own, parameters, unknown, ignored } = sorted(list, given);
  const conditions = readConditions(list, given);
  const sort = readSort(list, given);
  const read = validateShape(ListParameters, readLayer(ListParameters, parameters));
  const options = ownOptions(list, own);
  const faults = [
    ...unknown.map((key) => notUnderstood(list, key)),
    ...conditions.faults,
    ...sort.faults,
    ...(read.kind === 'invalid' ? read.faults : memberFaults(list, read.value as ListParameters)),
    ...options.faults,
  ];
  if (faults.length > 0 || read.kind === 'invalid') return { kind: 'refused', faults };
  const part = partOf(list, read.value as ListParameters, limitsOf(list, limits));
  if ('faults' in part) return { kind: 'refused', faults: part.faults };
  const request = {
    ...part.request,
    list,
    conditions: [...conditions.values, ...ownConditions(list, options.value)],
    sort: sort.values,
    own: options.value,
  };
  const ignoredMembers = passedOver(list, read.value as ListParameters);
  const { limitApplied } = part;
  return { kind: 'read', request, limitApplied, ignored: [...ignored, ...ignoredMembers] };
}

function sorted(list: ListDeclaration, given: Layer): Sorted {
  const groups = { own: {}, parameters: {} } as Record<
    'own' | 'parameters',
    Record<string, unknown>
  >;
  const [unknown, ignored]: [string[], string[]] = [[], []];
  for (const [key, value] of Object.entries(given)) {
    if (list.ownKeys.has(key)) groups.own[key] = value;
    else if (PARAMETER_KEYS.has(key)) groups.parameters[key] = value;
    else if (HARMLESS.test(key)) ignored.push(key);
    else if (!CONDITION_KEYS.has(key) && !SORT_KEYS.has(key)) unknown.push(key);
  }
  return { ...groups, unknown, ignored };
}

function ownOptions(
  { own }: ListDeclaration,
  given: Layer,
): { readonly value: Layer; readonly faults: readonly Fault[] } {
  if (!own) return { value: {}, faults: [] };
  const read = validateShape(own, readLayer(own, given));
  if (read.kind === 'invalid') return { value: {}, faults: read.faults };
  return { value: read.value as Layer, faults: [] };
}

/** Options of a list's own that ask a field to be something. */
function ownConditions(
  { fields, filters }: ListDeclaration,
  options: Layer,
): readonly ListCondition[] {
  return Object.entries(filters).flatMap(([key, name]) => {
    const field = fields.get(name);
    const value = options[key] as ListValue | readonly ListValue[] | undefined;
    if (!field || value === undefined) return [];
    return [{ field: field.name, kind: field.kind, verb: 'in', values: [value].flat() }];
  });
}

type Part =
  | {
      readonly request: Pick<ListRequest, 'skip' | 'page' | 'limit' | 'include' | 'exclude'>;
      readonly limitApplied: number | undefined;
    }
  | { readonly faults: readonly Fault[] };

/** How many a list shows by itself and at most. */
function limitsOf(list: ListDeclaration, { limitMax, pageSize }: Limits): ListLimits {
  const usual = list.paged ? pageSize : list.limit;
  const most = Math.max(list.limitMax ?? limitMax, list.paged ? pageSize : 0);
  return { usual, most: Math.min(limitMax, most) };
}

function partOf(list: ListDeclaration, given: ListParameters, limits: ListLimits): Part {
  const { start, page, include = given.fields, exclude } = given;
  const places = [given.skip, start, page].filter((one) => one !== undefined);
  if (places.length > 1) {
    const pointer = jsonPointer([page === undefined ? 'start' : 'page']);
    return { faults: [{ pointer, detail: 'must not stand beside another place to begin' }] };
  }
  const { limit, limitApplied } = limitOf(list, given, limits);
  const skip = firstOf(given, limit);
  const members = { include: namesIn(include), exclude: namesIn(exclude) ?? NONE };
  const request = { skip, limit, page: page ?? pageOf(skip, limit), ...members };
  return { request, limitApplied };
}

function memberFaults({ item, also }: ListDeclaration, given: ListParameters): readonly Fault[] {
  return (['include', 'fields'] as const).flatMap((key) => {
    const detail = membersFault(item, namesIn(given[key]), also);
    return detail === undefined ? [] : [{ pointer: jsonPointer([key]), detail }];
  });
}

/** Single names of members that no item has change nothing: as parameters that a header tells. */
function passedOver({ item, also }: ListDeclaration, given: ListParameters): readonly string[] {
  return MEMBER_KEYS.flatMap((key) =>
    unknownMembers(item, namesIn(given[key]), also).map((name) => `${key}=${name}`),
  );
}

/** The page that a place lies on; the total alone has none beside the first. */
function pageOf(skip: number, limit: number): number {
  return limit === 0 ? 1 : Math.floor(skip / limit) + 1;
}

function firstOf({ skip, start, page = 1 }: ListParameters, limit: number): number {
  return skip ?? start ?? Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
}

function limitOf(
  list: ListDeclaration,
  { limit: given }: ListParameters,
  { usual, most }: ListLimits,
): { readonly limit: number; readonly limitApplied: number | undefined } {
  if (given === 0 && list.zeroIsAll) return { limit: most, limitApplied: most };
  const limit = given ?? usual;
  // What is so by itself was not asked for.
  const isCut = limit > most && limit !== usual;
  return { limit: Math.min(limit, most), limitApplied: isCut ? most : undefined };
}

const NONE: ReadonlySet<string> = new Set();

function notUnderstood(list: ListDeclaration, key: string): Fault {
  const isField = list.fields.has(key);
  const own = [...list.ownKeys].map((name) => `${name}, `).join('');
  const detail = isField
    ? `is a field: ask for it by a verb, as in equals[${key}]=value`
    : `is not a known key; known: ${own}equals, contains, startsWith, in, not-in, gt, gte, lt, lte, exists (each with [field] or …Field), sort, order, skip, start, page, limit, include, exclude, fields`;
  return { pointer: jsonPointer([key]), detail };
}
