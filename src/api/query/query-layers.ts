import { type Type } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { type Field, shapeOf } from '../shapes/shape.js';
import { readJsonList, readJsonObject } from './json-text.js';
import { type QueryEntry } from './query-text.js';

/** Options in one of the forms they may arrive in, before the forms are put on top of each other. */
export type Layer = Readonly<Record<string, unknown>>;

/** What was given for one key: texts of it, and what was given for keys below it. */
interface Node {
  readonly texts: string[];
  listed: boolean;
  readonly below: Map<string, Node>;
}

const emptyNode = (): Node => ({ texts: [], listed: false, below: new Map() });

/**
 * Builds an object out of bracketed keys, without their first `skipped` steps. A key given as text
 * and by sub-keys at once becomes a list of both, which no field accepts, unless the text is a JSON
 * object that the sub-keys refine.
 */
export function layerOf(entries: readonly QueryEntry[], skipped = 0): Layer {
  if (entries.length === 0) return EMPTY;
  const root = emptyNode();
  for (const { path, text, listed } of entries) {
    let node = root;
    for (let step = skipped; step < path.length; step += 1) node = childOf(node, path[step] ?? '');
    node.texts.push(text);
    node.listed ||= listed;
  }
  return toObject(root);
}

const EMPTY: Layer = Object.freeze({});

function childOf({ below }: Node, key: string): Node {
  let child = below.get(key);
  if (!child) below.set(key, (child = emptyNode()));
  return child;
}

function toObject({ below }: Node): Layer {
  const object: Record<string, unknown> = {};
  // The parser lets no key through that is special on an object.
  for (const [key, node] of below) object[key] = toValue(node);
  return object;
}

function toValue(node: Node): unknown {
  const { texts, listed, below } = node;
  const plain = texts.length === 1 && !listed ? texts[0] : texts;
  if (below.size === 0) return plain;
  if (texts.length === 0) return toObject(node);
  const object = typeof plain === 'string' ? readJsonObject(plain) : undefined;
  return object ? mergeLayers([object, toObject(node)]) : [plain, toObject(node)];
}

/** Puts layers on top of each other; objects merge key by key, everything else is replaced. */
export function mergeLayers(layers: readonly Layer[]): Layer {
  const [first = EMPTY, ...others] = layers.filter((layer) => !isEmpty(layer));
  if (others.length === 0) return first;
  const merged = new Map<string, unknown>();
  for (const layer of [first, ...others]) {
    for (const [key, value] of Object.entries(layer)) {
      const below = merged.get(key);
      merged.set(
        key,
        isJsonObject(below) && isJsonObject(value) ? mergeLayers([below, value]) : value,
      );
    }
  }
  return Object.fromEntries(merged);
}

function isEmpty(layer: Layer): boolean {
  for (const _ in layer) return false;
  return true;
}

/** Reads text where the shape declares something else. What cannot be read stays, to be refused. */
export function readLayer(type: Type, layer: Layer): Layer {
  const { fields } = shapeOf(type);
  return Object.fromEntries(
    Object.entries(layer).map(([key, value]) => {
      const field = fields.get(key);
      return [key, field ? readField(field, value) : value];
    }),
  );
}

function readField(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'value':
      return typeof value === 'string' ? field.fromText(value) : value;
    case 'free':
      return value;
    case 'free-object':
      return objectFrom(value);
    case 'object':
      return readItem(field, objectFrom(value));
    case 'list':
      return readList(field, value);
    case 'map':
      return readMap(field, objectFrom(value));
  }
}

/** An item of a list or a value of a map: text of its kind, or an object of the field's shape. */
function readItem(field: Field, item: unknown): unknown {
  if (!field.shape) return typeof item === 'string' ? field.fromText(item) : item;
  const object = objectFrom(item);
  return isJsonObject(object) ? readLayer(field.shape(), object) : object;
}

function readMap(field: Field, map: unknown): unknown {
  if (!isJsonObject(map)) return map;
  const entries = Object.entries(map).map(([key, value]) => [key, readItem(field, value)]);
  return Object.fromEntries(entries) as JsonObject;
}

const objectFrom = (value: unknown): unknown =>
  typeof value === 'string' ? (readJsonObject(value) ?? value) : value;

/** One text is a list of one, unless it is itself a JSON list. */
function readList(field: Field, value: unknown): unknown {
  const list = typeof value === 'string' ? (readJsonList(value) ?? [value]) : value;
  return Array.isArray(list) ? list.map((item) => readItem(field, item)) : list;
}
