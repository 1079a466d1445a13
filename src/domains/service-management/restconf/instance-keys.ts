import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { soundsSecretLeaf } from './secret-leaves.js';
import { type InstancePath } from './instance-path.js';

/** What names an instance among those of its list. */
export type KeysReading =
  | {
      readonly kind: 'found';
      readonly values: readonly string[];
      readonly instance: JsonObject;
      /** The leaves that were taken for the keys, where the path names no values of them. */
      readonly leaves?: readonly string[];
    }
  | { readonly kind: 'refused'; readonly detail: string };

/** No URI can carry one. */
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Leaves that are the key of nearly every service there is. */
const USUAL_KEYS = ['name', 'id'] as const;

/**
 * Finds the keys of an instance: those that its path names, else the named leaves, else `name`, `id`, or
 * the first leaf of the instance (encoders put keys first). Leaves that the path names and the instance
 * has not are put in front of it.
 * @param leaves names of the key leaves, where the caller says them.
 */
export function instanceKeys(
  { steps }: InstancePath,
  instance: JsonObject,
  leaves: readonly string[] | undefined,
): KeysReading {
  const ofPath = steps.at(-1)?.keys ?? null;
  if (ofPath?.kind === 'values') return valueKeys(ofPath.values, instance);
  if (ofPath) return namedKeys(ofPath.leaves, instance);
  const names = leaves ?? guessedLeaf(instance);
  return names
    ? leafKeys(names, instance)
    : { kind: 'refused', detail: 'has no leaf that could be its key' };
}

/** The body alone says what is saved: it must hold what its path says. */
function valueKeys(values: readonly string[], instance: JsonObject): KeysReading {
  const leaves = values.map((value) =>
    Object.keys(instance).find((name) => keyValue(instance[name]) === value),
  );
  const found = leaves.filter((leaf) => leaf !== undefined);
  if (found.length < values.length) {
    return { kind: 'refused', detail: 'has no leaf with the value of a key in its path' };
  }
  return { kind: 'found', values, instance, leaves: found };
}

function leafKeys(names: readonly string[], instance: JsonObject): KeysReading {
  const values = names.map((name) => keyValue(leafOf(instance, name)));
  const missing = names.find((_, at) => values[at] === undefined);
  if (missing !== undefined) {
    return { kind: 'refused', detail: `has no usable value for its key ${missing}` };
  }
  const found = values.filter((value) => value !== undefined);
  return { kind: 'found', values: found, instance, leaves: names };
}

function namedKeys(
  leaves: readonly (readonly [string, string])[],
  instance: JsonObject,
): KeysReading {
  const added: JsonObject = {};
  for (const [leaf, value] of leaves) {
    const present = leafOf(instance, leaf);
    if (present === undefined) added[leaf] = value;
    else if (keyValue(present) !== value) {
      return { kind: 'refused', detail: `has another ${leaf} than its path` };
    }
  }
  const values = leaves.map(([, value]) => value);
  return { kind: 'found', values, instance: { ...added, ...instance } };
}

function guessedLeaf(instance: JsonObject): readonly string[] | undefined {
  const usual = USUAL_KEYS.find((name) => keyValue(leafOf(instance, name)) !== undefined);
  if (usual !== undefined) return [usual];
  const first = Object.entries(instance).find(
    ([name, value]) => keyValue(value) !== undefined && !soundsSecretLeaf(name),
  );
  return first && [first[0]];
}

/** JSON may name a leaf with its module (RFC 7951). */
function leafOf(instance: JsonObject, name: string): JsonValue | undefined {
  if (Object.hasOwn(instance, name)) return instance[name];
  const qualified = Object.keys(instance).find((key) => key.endsWith(`:${name}`));
  return qualified === undefined ? undefined : instance[qualified];
}

function keyValue(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return LONE_SURROGATE.test(value) ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
