import { type Type } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { type Field, shapeOf } from '../shapes/shape.js';
import { readJsonList, readJsonObject } from './json-text.js';
import { type QueryEntry } from './query-text.js';

/** Options in one of the forms they may arrive in, before the forms are put on top of each other. */
export type Layer = Readonly<Record<string, unknown>>;

/**
 * Builds an object out of bracketed keys. A key given as text and by sub-keys at once becomes a
 * list of both, which no field accepts, unless the text is a JSON object that the sub-keys refine.
 */
export function layerOf(entries: readonly QueryEntry[]): Layer {
  const groups = new Map<string, QueryEntry[]>();
  for (const { path, ...rest } of entries) {
    const [key = '', ...deeper] = path;
    const group = groups.get(key) ?? [];
    group.push({ ...rest, path: deeper });
    groups.set(key, group);
  }
  return Object.fromEntries([...groups].map(([key, group]) => [key, valueOf(group)]));
}

function valueOf(group: readonly QueryEntry[]): unknown {
  const texts = group.filter(({ path }) => path.length === 0);
  const deeper = group.filter(({ path }) => path.length > 0);
  const [first] = texts;
  const plain =
    texts.length === 1 && first && !first.listed ? first.text : texts.map(({ text }) => text);
  if (deeper.length === 0) return plain;
  if (texts.length === 0) return layerOf(deeper);
  const object = typeof plain === 'string' ? readJsonObject(plain) : undefined;
  return object ? mergeLayers([object, layerOf(deeper)]) : [plain, layerOf(deeper)];
}

/** Puts layers on top of each other; objects merge key by key, everything else is replaced. */
export function mergeLayers(layers: readonly Layer[]): Layer {
  if (layers.length === 1 && layers[0]) return layers[0];
  const merged = new Map<string, unknown>();
  for (const layer of layers) {
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
