import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { ownList, ownObject, ownValue } from '../../kernel/json-reading.js';
import { ownText } from './json-reading.js';

/** An element of a form as its editor keeps it, with the key of the answer that it stands for. */
export interface KeyedNode {
  readonly node: JsonObject;
  readonly key: string;
  /** What the schema says under that key; empty where it says nothing. */
  readonly property: JsonObject;
}

/** A place in answers: keys from the root down, null for every item of a list. */
export type FieldPath = readonly (string | null)[];

/** An element with the place of its answer. */
export interface PlacedNode {
  readonly node: JsonObject;
  readonly path: FieldPath;
}

const DEPTH_MAX = 100;
/** Words of a title: runs of capitals, capitalised words, and numbers. */
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{N}+/gu;

/** The elements below `struct`; whether it calls itself an object or an array makes no difference. */
export function structNodes(form: JsonObject): readonly JsonObject[] {
  return ownList(ownObject(form, 'struct'), 'items').filter(isJsonObject);
}

/**
 * Finds the key of every element: the one that its author gave it, else the property of the same title,
 * else one made of the title, as editors make it. Elements that yield no key are left out.
 */
export function keyedNodes(
  nodes: readonly JsonObject[],
  properties: JsonObject,
): readonly KeyedNode[] {
  const given = nodes.map((node) => ownText(node, 'customKey'));
  const taken = new Set(given);
  const byTitle = titles(properties);
  return nodes.flatMap((node, at) => {
    const title = ownText(node, 'title') ?? '';
    const unclaimed = byTitle.get(title)?.find((key) => !taken.has(key));
    const key = given[at] ?? unclaimed ?? keyOfTitle(title);
    if (key === '' || (given[at] === undefined && taken.has(key))) return [];
    taken.add(key);
    return [{ node, key, property: ownObject(properties, key) }];
  });
}

/** Every element of a form that has a key, with the place of its answer. */
export function placedNodes(form: JsonObject): readonly PlacedNode[] {
  return placed(structNodes(form), ownObject(form, 'schema'), []);
}

function placed(
  nodes: readonly JsonObject[],
  schema: JsonObject,
  above: FieldPath,
): readonly PlacedNode[] {
  if (above.length > DEPTH_MAX) return [];
  return keyedNodes(nodes, ownObject(schema, 'properties')).flatMap(({ node, key, property }) => {
    const path = [...above, key];
    const inner = structNodes({ struct: node });
    const isList = ownValue(node, 'type') === 'array';
    const below = isList
      ? placed(inner, ownObject(property, 'items'), [...path, null])
      : placed(inner, property, path);
    return [{ node, path }, ...below];
  });
}

/** `Five... Questions to ask` is `fiveQuestionsToAsk`. */
export function keyOfTitle(title: string): string {
  const words = title.slice(0, 1024).match(WORD) ?? [];
  return words
    .map((word, at) => {
      const lower = word.toLowerCase();
      return at === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1);
    })
    .join('');
}

function titles(properties: JsonObject): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [key, property] of Object.entries(properties)) {
    const title = isJsonObject(property) ? ownValue(property, 'title') : undefined;
    if (typeof title !== 'string' || title === '') continue;
    const keys = found.get(title) ?? [];
    keys.push(key);
    found.set(title, keys);
  }
  return found;
}
