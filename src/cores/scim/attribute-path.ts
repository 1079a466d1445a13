import { type Attribute, attributeNamed, type ResourceType } from './schema.js';

/** An attribute and those that it lies in, from the top. */
export type AttributePath = readonly Attribute[];

/** Where paths begin: at a resource, or within the brackets of a filter. */
export type PathRoot = Pick<ResourceType, 'attributes'> & {
  readonly schema?: { readonly id: string };
  readonly beside?: readonly PathRoot[];
};

/** The attribute of a path without filters (`name.givenName`, with or without its schema); undefined when there is none. */
export function attributePath(root: PathRoot, text: string): AttributePath | undefined {
  for (const one of [root, ...(root.beside ?? [])]) {
    const path = ownPath(one, text);
    if (path) return path;
  }
  return undefined;
}

function ownPath(root: PathRoot, text: string): AttributePath | undefined {
  for (const extension of root.attributes) {
    const { urn } = extension;
    if (urn === undefined || !isBelow(text, urn)) continue;
    const rest = text.slice(urn.length + 1);
    return rest === '' ? [extension] : below([extension], rest);
  }
  const id = root.schema?.id;
  const own = id !== undefined && isBelow(text, id);
  return below([], own ? text.slice(id.length + 1) : text, root.attributes);
}

/** The canonical text of a path: `emails.value`. */
export function pathKey(path: AttributePath): string {
  return path.map(({ name }) => name).join('.');
}

/** A path that names a complex value means what it holds, where it holds a value. */
export function valuePath(path: AttributePath): AttributePath {
  const value = attributeNamed(path.at(-1)?.subAttributes ?? [], 'value');
  return value ? [...path, value] : path;
}

function isBelow(text: string, urn: string): boolean {
  const rest = text.slice(urn.length);
  return (
    text.slice(0, urn.length).toLowerCase() === urn.toLowerCase() &&
    (rest === '' || rest.startsWith(':'))
  );
}

function below(
  above: AttributePath,
  text: string,
  attributes: readonly Attribute[] = above.at(-1)?.subAttributes ?? [],
): AttributePath | undefined {
  const dot = text.indexOf('.');
  const name = dot < 0 ? text : text.slice(0, dot);
  const found = attributeNamed(attributes, name);
  if (!found) return undefined;
  const path = [...above, found];
  return dot < 0 ? path : below(path, text.slice(dot + 1));
}
