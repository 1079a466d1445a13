import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';

/** The two kinds of containers that JSON has. */
export type ContainerKind = 'list' | 'object';

/** What is declared of a value: its container kind, if it is a container, and what is below it. */
export interface DeclaredShape {
  readonly kind: ContainerKind | undefined;
  /** Of an object, or of each item of a list: its members by key. */
  readonly members: ReadonlyMap<string, DeclaredShape>;
}

/** A shape while it is put together. */
interface ShapeDraft {
  kind: ContainerKind | undefined;
  readonly members: Map<string, ShapeDraft>;
}

/** What field objects call their containers in `properties.type`. */
const DECLARED_KINDS: Readonly<Record<string, ContainerKind>> = {
  list: 'list',
  'leaf-list': 'list',
  array: 'list',
  container: 'object',
  object: 'object',
};
/** Field objects may hold field objects; nobody nests further. */
const CHILD_DEPTH_MAX = 32;

/** What a form document always is, whatever the stored one holds. */
const FORM_DOCUMENT: DeclaredShape = objectOf({
  children: listOf({ properties: objectOf({}) }),
  elements: listOf({ id: objectOf({}) }),
  groups: listOf({}),
});

function objectOf(members: Readonly<Record<string, DeclaredShape>>): DeclaredShape {
  return { kind: 'object', members: new Map(Object.entries(members)) };
}

function listOf(members: Readonly<Record<string, DeclaredShape>>): DeclaredShape {
  return { kind: 'list', members: new Map(Object.entries(members)) };
}

/**
 * What a form declares: that of every form document, and beside it the fields of its `children`, found
 * by `yangkey`, by `name` and by `key`, whose dots lead inwards. Data may be the form document, or the
 * answers under those names.
 */
export function declaredShapeOf(form: JsonObject): DeclaredShape {
  const root: ShapeDraft = { kind: 'object', members: new Map() };
  declareChildren(root, form['children'], 0);
  return { kind: 'object', members: new Map([...root.members, ...FORM_DOCUMENT.members]) };
}

function declareChildren(parent: ShapeDraft, children: JsonValue | undefined, depth: number): void {
  if (!Array.isArray(children) || depth > CHILD_DEPTH_MAX) return;
  for (const child of children) {
    if (!isJsonObject(child)) continue;
    const { properties } = child;
    const type = isJsonObject(properties) ? properties['type'] : undefined;
    for (const path of pathsOf(child)) {
      const place = placeAt(parent, path);
      place.kind ??= kindCalled(type);
      declareChildren(place, child['children'], depth + 1);
    }
  }
}

/** The places that a field object names, each once. */
function pathsOf({ yangkey, name, key }: JsonObject): readonly (readonly string[])[] {
  const texts = [yangkey, name, key].filter((text) => typeof text === 'string' && text !== '');
  const names = [...new Set(texts as string[])];
  const dotted = typeof key === 'string' && key.includes('.') ? [key.split('.')] : [];
  return [...names.map((text) => [text]), ...dotted];
}

function placeAt(parent: ShapeDraft, path: readonly string[]): ShapeDraft {
  let place = parent;
  for (const key of path) {
    const next = place.members.get(key) ?? { kind: undefined, members: new Map() };
    place.members.set(key, next);
    place = next;
  }
  return place;
}

function kindCalled(type: JsonValue | undefined): ContainerKind | undefined {
  return typeof type === 'string' && Object.hasOwn(DECLARED_KINDS, type)
    ? DECLARED_KINDS[type]
    : undefined;
}
