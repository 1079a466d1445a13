import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { ownValue } from '../../../kernel/json-reading.js';
import { type InstanceItem } from './instance-item.js';
import { instanceKeys } from './instance-keys.js';
import { readInstancePath } from './instance-path.js';
import { PLAN_HASH_FORM } from './plan-hash.js';
import { read, readAll, type Reading, refused } from './reading.js';
import { instanceXpath } from './resource-path.js';

/** So many instances in one request. */
export const INSTANCES_MAX = 5000;

const LIST = 'servicePath';
const ITEM_KEYS: ReadonlySet<string> = new Set(['path', 'instance', 'keys', 'planHash']);

/** An instance before its path was read. */
interface Draft {
  readonly place: readonly (string | number)[];
  readonly path: JsonValue | undefined;
  readonly instance: JsonValue | undefined;
  readonly keys?: JsonValue | undefined;
  readonly planHash?: JsonValue | undefined;
}

/**
 * Reads what shall be saved, in order, in either form: `{ servicePath: [{ path, instance }, …] }`, with
 * bare instances when `path` stands beside; or `{ "<service path>": [instance, …] }`. An item may say
 * which leaves are its `keys`, and the `planHash` of the plan that was seen.
 * @param beside a path that stands beside `instance` in the request.
 */
export function readInstances(
  instance: JsonObject,
  beside?: string,
): Reading<readonly InstanceItem[]> {
  const drafts = Object.hasOwn(instance, LIST)
    ? listedDrafts(instance, beside)
    : keyedDrafts(instance);
  if (drafts.kind === 'refused') return drafts;
  const { length } = drafts.value;
  if (length === 0) return refuse(['instance'], 'must hold at least one instance');
  if (length > INSTANCES_MAX) {
    return refuse(['instance'], `must hold at most ${INSTANCES_MAX} instances`);
  }
  return readAll(drafts.value.map(readDraft));
}

function listedDrafts(instance: JsonObject, beside?: string): Reading<readonly Draft[]> {
  const { [LIST]: items, path: within, ...strays } = instance;
  const [stray] = Object.keys(strays);
  if (stray !== undefined) {
    return refuse(['instance', stray], 'cannot stand beside servicePath, only path can');
  }
  if (!Array.isArray(items)) return refuse(['instance', LIST], 'must be a list');
  const path = within ?? beside;
  return read(items.map((item, at) => listedDraft(item, path, ['instance', LIST, at])));
}

function listedDraft(
  item: JsonValue,
  path: JsonValue | undefined,
  place: readonly (string | number)[],
): Draft {
  if (!isJsonObject(item) || !isWrapped(item, path !== undefined)) {
    return { place, path, instance: item };
  }
  return {
    place,
    path: ownValue(item, 'path') ?? path,
    instance: ownValue(item, 'instance'),
    keys: ownValue(item, 'keys'),
    planHash: ownValue(item, 'planHash'),
  };
}

/** With a path beside, `{ instance }` with a few words of ours is wrapped; whatever else is an instance. */
function isWrapped(item: JsonObject, hasPath: boolean): boolean {
  if (!hasPath) return true;
  return (
    isJsonObject(ownValue(item, 'instance')) && Object.keys(item).every((key) => ITEM_KEYS.has(key))
  );
}

function keyedDrafts(instance: JsonObject): Reading<readonly Draft[]> {
  return flat(
    Object.entries(instance).map(([path, items]): Reading<readonly Draft[]> => {
      if (!Array.isArray(items)) return refuse(['instance', path], 'must be a list of instances');
      return read(
        items.map((item, at) => ({ place: ['instance', path, at], path, instance: item })),
      );
    }),
  );
}

function flat(readings: readonly Reading<readonly Draft[]>[]): Reading<readonly Draft[]> {
  const all = readAll(readings);
  return all.kind === 'read' ? read(all.value.flat()) : all;
}

function readDraft(draft: Draft): Reading<InstanceItem> {
  const { place, path, instance, planHash } = draft;
  if (typeof path !== 'string') return refuse(place, 'must have a path, or one beside it');
  if (!isJsonObject(instance)) return refuse(place, 'must hold an instance, which is an object');
  const found = readInstancePath(path);
  if (found.kind === 'refused') return refuse(place, `has a path that ${found.detail}`);
  const leaves = readLeaves(draft);
  if (leaves === 'refused') return refuse([...place, 'keys'], 'must be a list of names of leaves');
  const keys = instanceKeys(found.path, instance, leaves);
  if (keys.kind === 'refused') return refuse(place, keys.detail);
  if (!isPlanHash(planHash)) {
    return refuse([...place, 'planHash'], 'must be the planHash of a dry-run');
  }
  return read({
    pointer: jsonPointer(place),
    servicePath: path,
    path: found.path,
    instance: keys.instance,
    keys: keys.values,
    keyLeaves: keys.leaves,
    xpath: instanceXpath(found.path, keys.values),
    ...(typeof planHash === 'string' && { planHash }),
  });
}

function readLeaves({ keys }: Draft): readonly string[] | undefined | 'refused' {
  if (keys === undefined || keys === null) return undefined;
  const isList = Array.isArray(keys) && keys.length > 0 && keys.length <= 16;
  if (!isList || !keys.every((key) => typeof key === 'string' && key.length <= 128)) {
    return 'refused';
  }
  return keys as readonly string[];
}

function isPlanHash(value: JsonValue | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && PLAN_HASH_FORM.test(value))
  );
}

function refuse(place: readonly (string | number)[], detail: string): Reading<never> {
  return refused({ pointer: jsonPointer(place), detail });
}
