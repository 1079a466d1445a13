import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type AttributePath } from './attribute-path.js';
import { type Filter, type PatchTarget } from './filter.js';
import { matches } from './matches.js';
import { readOne, readValue } from './read-value.js';
import { type Attribute } from './schema.js';
import { scimError } from './scim-error.js';

/** One change of a resource, whose target is known and may be written. */
export interface Edit {
  readonly op: 'add' | 'replace' | 'remove';
  readonly target: PatchTarget;
  /** Absent for what is taken away whole. */
  readonly value?: JsonValue | undefined;
}

/** Changes a resource in place. @throws AppError `invalid-input` with the word of SCIM */
export function editResource(resource: JsonObject, edit: Edit): void {
  const { path, filter, sub } = edit.target;
  if (!filter) {
    editAt(resource, path, edit);
    return;
  }
  const attribute = leafOf(path);
  if (!attribute.multiValued)
    throw scimError('invalidPath', `${attribute.name} has one value: there is nothing to filter`);
  const parent = containerOf(resource, path, edit.op !== 'remove');
  if (parent) editSome(parent, attribute, { ...edit, filter, sub });
}

/** An attribute, or a part of each of its values. */
function editAt(holder: JsonObject, path: AttributePath, edit: Edit): void {
  const [attribute, ...rest] = path;
  if (!attribute) return;
  if (rest.length === 0) {
    if (attribute.multiValued) editList(holder, attribute, edit);
    else editSingle(holder, attribute, edit);
    return;
  }
  const below = listOf(holder, attribute);
  if (below.length === 0 && edit.op !== 'remove') below.push({});
  for (const one of below) editAt(one, rest, edit);
  store(holder, attribute, below);
}

function editSingle(holder: JsonObject, attribute: Attribute, { op, value }: Edit): void {
  const read = op === 'remove' || value === undefined ? undefined : readValue(attribute, value);
  const present = holder[attribute.name];
  if (read === undefined) {
    if (attribute.required) throw scimError('mutability', `${attribute.name} cannot be taken away`);
    Reflect.deleteProperty(holder, attribute.name);
  } else if (isJsonObject(read) && isJsonObject(present)) {
    // Parts that are not named stay, whether parts are added or replaced (RFC 7644, 3.5.2.3).
    holder[attribute.name] = { ...present, ...read };
  } else holder[attribute.name] = read;
}

function editList(holder: JsonObject, attribute: Attribute, { op, value }: Edit): void {
  const present = listOf(holder, attribute);
  const given = value === undefined ? undefined : readValue(attribute, value);
  const read = (Array.isArray(given) ? given : []).filter(isJsonObject);
  if (op === 'remove') {
    const isGone = (one: JsonObject): boolean =>
      value === undefined || read.some((other) => isSameValue(one, other));
    store(
      holder,
      attribute,
      present.filter((one) => !isGone(one)),
    );
    return;
  }
  const stays =
    op === 'add' ? present.filter((one) => !read.some((it) => isSameValue(one, it))) : [];
  store(holder, attribute, withOnePrimary([...stays, ...read], stays));
}

/** The values that a filter finds, or a part of each. */
function editSome(
  holder: JsonObject,
  attribute: Attribute,
  {
    op,
    value,
    filter,
    sub,
  }: Omit<Edit, 'target'> & {
    readonly filter: Filter;
    readonly sub: AttributePath | undefined;
  },
): void {
  const items = listOf(holder, attribute);
  const found = items.filter((item) => matches(filter, item));
  if (op === 'remove' && !sub) {
    store(
      holder,
      attribute,
      items.filter((item) => !found.includes(item)),
    );
    return;
  }
  if (op !== 'remove' && found.length === 0) {
    const made = impliedBy(filter);
    items.push(made);
    found.push(made);
  }
  const before = items.filter((item) => item['primary'] === true);
  for (const item of found) {
    if (sub) editAt(item, sub, { op, value, target: { path: sub } });
    else replaceItem(item, attribute, { value: value ?? null, filter, keeps: op === 'add' });
  }
  store(holder, attribute, withOnePrimary(items, before));
}

function replaceItem(
  item: JsonObject,
  attribute: Attribute,
  { value, filter, keeps }: { value: JsonValue; filter: Filter; keeps: boolean },
): void {
  const read = readOne(attribute, value);
  if (!isJsonObject(read)) throw scimError('invalidValue', `${attribute.name} must be an object`);
  const implied = equalities(filter) ?? {};
  if (!keeps) for (const key of Object.keys(item)) Reflect.deleteProperty(item, key);
  Object.assign(item, implied, read);
}

/**
 * Clients address a value before there is one (`emails[type eq "work"].value`): it is made of what the filter
 * says it equals.
 */
function impliedBy(filter: Filter): JsonObject {
  const implied = equalities(filter);
  if (implied) return implied;
  throw scimError('noTarget', 'No value meets the filter of the path');
}

function equalities(filter: Filter): JsonObject | undefined {
  if (filter.kind === 'and') {
    const parts = filter.filters.map(equalities);
    return parts.every((part) => part !== undefined)
      ? parts.reduce<JsonObject>((all, part) => ({ ...all, ...part }), {})
      : undefined;
  }
  if (filter.kind !== 'compare' || filter.op !== 'eq' || filter.path.length !== 1) return undefined;
  return { [leafOf(filter.path).name]: filter.value };
}

/** One value is the primary one: the one that has just become it. */
function withOnePrimary(
  items: readonly JsonObject[],
  before: readonly JsonObject[],
): readonly JsonObject[] {
  const primary = items.filter((item) => item['primary'] === true);
  if (primary.length < 2) return items;
  const kept = primary.find((item) => !before.includes(item)) ?? primary[0];
  return items.map((item) =>
    item['primary'] === true && item !== kept ? { ...item, primary: false } : item,
  );
}

/** Values are told apart by what they hold and what it is for; addresses by all they are. */
function isSameValue(one: JsonObject, other: JsonObject): boolean {
  if (one['value'] === undefined || other['value'] === undefined)
    return isDeepStrictEqual(one, other);
  const isSameType = other['type'] === undefined || one['type'] === other['type'];
  return one['value'] === other['value'] && isSameType;
}

function containerOf(
  resource: JsonObject,
  path: AttributePath,
  makes: boolean,
): JsonObject | undefined {
  let holder = resource;
  for (const { name } of path.slice(0, -1)) {
    const present = holder[name];
    if (!isJsonObject(present) && !makes) return undefined;
    const next = isJsonObject(present) ? present : {};
    holder[name] = next;
    holder = next;
  }
  return holder;
}

function listOf(holder: JsonObject, { name }: Attribute): JsonObject[] {
  const present = Object.hasOwn(holder, name) ? holder[name] : undefined;
  return (Array.isArray(present) ? present : [present]).filter(isJsonObject);
}

/** What is empty is not there. */
function store(holder: JsonObject, attribute: Attribute, items: readonly JsonObject[]): void {
  const left = items.filter((item) => Object.keys(item).length > 0);
  const [first] = left;
  if (first === undefined) Reflect.deleteProperty(holder, attribute.name);
  else holder[attribute.name] = attribute.multiValued ? [...left] : first;
}

function leafOf(path: AttributePath): Attribute {
  const leaf = path.at(-1);
  if (!leaf) throw scimError('invalidPath', 'The path is empty');
  return leaf;
}

/** Whether a path, or the part of its values, may be written. */
export function isWritable({ path, sub = [] }: PatchTarget): boolean {
  return [...path, ...sub].every(({ mutability }) => mutability !== 'readOnly');
}

/** Whether what is written is never kept. */
export function isNeverKept({ path }: PatchTarget): boolean {
  return path.some(({ mutability }) => mutability === 'writeOnly');
}
