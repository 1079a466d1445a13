import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { keyText, type Step } from './schema-tree.js';
import { type YangNode } from './yang.js';

/** The tree is never changed in place: a transaction makes a new one that shares what stayed the same. */
export function readAt(root: JsonObject, steps: readonly Step[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of steps) {
    if (!isJsonObject(value)) return undefined;
    value = value[step.name];
    if (step.keys && Array.isArray(value))
      value = entries(value).find((entry) => isAt(step, entry));
  }
  return value;
}

/** @param change from the present value to the new one; undefined on either side for none. */
export function changedAt(
  root: JsonObject,
  steps: readonly Step[],
  change: (present: JsonValue | undefined) => JsonValue | undefined,
): JsonObject {
  const [step, ...below] = steps;
  if (!step) return (change(root) ?? {}) as JsonObject;
  const inner = (present: JsonValue | undefined): JsonValue | undefined =>
    below.length === 0 ? change(present) : changedAt(asObject(step, present), below, change);
  const present = root[step.name];
  const next = step.keys ? withEntry(step, entries(present), inner) : inner(present);
  if (next !== undefined && !isEmptyList(next)) return { ...root, [step.name]: next };
  return Object.fromEntries(Object.entries(root).filter(([name]) => name !== step.name));
}

/** What plain PATCH does: containers and entries merge, leafs and leaf-lists take the new value. */
export function merged(
  node: YangNode,
  present: JsonValue | undefined,
  given: JsonValue,
): JsonValue {
  if (node.kind === 'container' && isJsonObject(given)) {
    return mergedObject(node.children ?? {}, isJsonObject(present) ? present : {}, given);
  }
  return node.kind === 'list' ? mergedList(node, entries(present), entries(given)) : given;
}

function mergedList(
  node: YangNode,
  present: readonly JsonObject[],
  given: readonly JsonObject[],
): JsonValue {
  const result = [...present];
  const positions = new Map(result.map((entry, at) => [keyOf(node, entry), at]));
  for (const entry of given) {
    const at = positions.get(keyOf(node, entry)) ?? result.length;
    positions.set(keyOf(node, entry), at);
    result[at] = mergedObject(node.children ?? {}, result[at] ?? {}, entry);
  }
  return result;
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

export function mergedObject(
  children: Readonly<Record<string, YangNode>>,
  present: JsonObject,
  given: JsonObject,
): JsonObject {
  const result = { ...present };
  for (const [name, value] of Object.entries(given)) {
    const node = children[name];
    if (node) result[name] = merged(node, present[name], value);
  }
  return result;
}

/** The key leafs that a new entry at a path has. */
function asObject(step: Step, present: JsonValue | undefined): JsonObject {
  if (isJsonObject(present)) return present;
  const keys = step.node.keys ?? [];
  return Object.fromEntries(keys.map((key, at) => [key, step.keys?.[at] ?? '']));
}

function withEntry(
  step: Step,
  all: readonly JsonObject[],
  change: (present: JsonValue | undefined) => JsonValue | undefined,
): JsonValue {
  const at = all.findIndex((entry) => isAt(step, entry));
  const next = change(all[at]) as JsonObject | undefined;
  if (at < 0) return next === undefined ? [...all] : [...all, next];
  return next === undefined ? all.toSpliced(at, 1) : all.with(at, next);
}

export function entries(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as JsonObject[]) : [];
}

export function keyOf(node: YangNode, entry: JsonObject): string {
  return JSON.stringify((node.keys ?? []).map((key) => keyText(entry[key])));
}

function isAt({ node, keys }: Step, entry: JsonObject): boolean {
  return (node.keys ?? []).every((key, at) => keyText(entry[key]) === keys?.[at]);
}
