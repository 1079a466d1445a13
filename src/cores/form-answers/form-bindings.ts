import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ownList, ownObject, ownValue } from '../../kernel/json-reading.js';
import { ownText } from './json-reading.js';
import { type FieldPath, placedNodes } from './struct-nodes.js';

/** A value of the URL that another answer gives. */
export interface BindingVariable {
  readonly name: string;
  /** Pointer into the answers. */
  readonly reference: string;
}

/** What a form has filled in for a field by a call: its choices, most of the time. */
export interface FormBinding {
  readonly path: FieldPath;
  /** What the editor knows the field by. */
  readonly nodeId: string | undefined;
  /** What of the field's schema is filled in: `/enum`, `/enumNames`, `/items/enum`, `/default`. */
  readonly target: string;
  readonly method: string;
  /** Base and reference joined, as written. */
  readonly url: string;
  readonly body: JsonValue | undefined;
  /** Where in the answer the entries lie. */
  readonly source: string;
  /** Where in each entry its value lies; the entry itself when empty. */
  readonly key: string;
  readonly variables: readonly BindingVariable[];
}

const LEAF = 'binding:hyperSchema';
const DEPTH_MAX = 100;

/**
 * Every binding of a form: those of `bindingSchema`, and those that only `struct` tells of, which
 * happens where a form was not made in a console.
 */
export function readBindings(form: JsonObject): readonly FormBinding[] {
  const nodes = new Map(placedNodes(form).map((one) => [JSON.stringify(one.path), one]));
  const written = fromBindingSchema(ownValue(form, 'bindingSchema'), []);
  const known = new Set(written.map(({ path }) => JSON.stringify(path)));
  const told = [...nodes]
    .filter(([key, { node }]) => !known.has(key) && ownValue(node, 'binding') === true)
    .flatMap(([, { node, path }]) => nodeBindings(node, path));
  return [...written, ...told].map((binding) => {
    const node = nodes.get(JSON.stringify(binding.path))?.node;
    return { ...binding, nodeId: node && ownText(node, 'nodeId') };
  });
}

type Unidentified = Omit<FormBinding, 'nodeId'>;

function fromBindingSchema(value: JsonValue | undefined, path: FieldPath): Unidentified[] {
  if (path.length > DEPTH_MAX) return [];
  if (Array.isArray(value)) return value.flatMap((one) => fromBindingSchema(one, path));
  if (!isJsonObject(value)) return [];
  if (Object.hasOwn(value, LEAF)) return [toBinding(value, path)];
  const below = Object.entries(ownObject(value, 'properties')).flatMap(([key, member]) =>
    fromBindingSchema(member, [...path, key]),
  );
  return [...below, ...fromBindingSchema(ownValue(value, 'items'), [...path, null])];
}

function linkOf(leaf: JsonObject, hyper: JsonObject): JsonObject {
  const rel = ownText(ownObject(leaf, 'binding:link'), 'rel');
  const links = ownList(hyper, 'links').filter(isJsonObject);
  return links.find((one) => ownValue(one, 'rel') === rel) ?? links[0] ?? {};
}

function toBinding(leaf: JsonObject, path: FieldPath): Unidentified {
  const hyper = ownObject(leaf, LEAF);
  const link = linkOf(leaf, hyper);
  const source = ownObject(leaf, 'binding:source');
  return {
    path,
    target: ownText(ownObject(leaf, 'binding:target'), 'propertyPointer') ?? '/enum',
    method: (ownText(leaf, 'binding:method') ?? 'GET').toUpperCase(),
    url: joined(hyper, link),
    body: ownValue(leaf, 'binding:body'),
    source: ownText(source, 'propertyPointer') ?? '',
    key: ownText(source, 'keyPointer') ?? '',
    variables: variablesOf(link),
  };
}

function nodeBindings(node: JsonObject, path: FieldPath): Unidentified[] {
  const labels = ownText(node, 'labelKeyPointer');
  const binding = {
    path,
    target: targetOf(node),
    method: (ownText(node, 'method') ?? 'GET').toUpperCase(),
    url: joined(node, node),
    body: ownValue(node, 'body') ?? undefined,
    source: ownText(node, 'sourcePointer') ?? '',
    key: ownText(node, 'sourceKeyPointer') ?? '',
    variables: variablesOf(node),
  };
  if (labels === undefined) return [binding];
  return [binding, { ...binding, target: '/enumNames', key: labels }];
}

/** A choice of several is a list, so its choices are those of the items. */
function targetOf(node: JsonObject): string {
  const target = ownText(node, 'targetPointer') ?? '/enum';
  return target === '/enum' && ownValue(node, 'uniqueItems') === true ? '/items/enum' : target;
}

function joined(base: JsonObject, href: JsonObject): string {
  return (ownText(base, 'base') ?? '') + (ownText(href, 'href') ?? '');
}

function variablesOf(holder: JsonObject): readonly BindingVariable[] {
  return ownList(holder, 'variables')
    .filter(isJsonObject)
    .flatMap((variable) => {
      const name = ownText(variable, 'name');
      const reference = ownText(variable, 'reference');
      return name === undefined || reference === undefined ? [] : [{ name, reference }];
    });
}
