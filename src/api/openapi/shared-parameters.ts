import { type OpenAPIObject } from '@nestjs/swagger';

interface Parameter {
  readonly name: string;
  readonly in: string;
}
interface Reference {
  readonly $ref: string;
}
interface Described {
  readonly parameters?: readonly (Parameter | Reference)[];
}
type Parameters = NonNullable<NonNullable<OpenAPIObject['components']>['parameters']>;
type Item = Readonly<Record<string, Described>>;

/**
 * Moves what several operations take in the same form to `components`, and refers to it there. Of
 * several forms of one name, the one that most of them take.
 */
export function withSharedParameters(document: OpenAPIObject): OpenAPIObject {
  const shared = sharedIn(Object.values(document.paths) as Item[]);
  const keys = new Map([...shared].map(([key, parameter]) => [JSON.stringify(parameter), key]));
  const refer = (one: Parameter | Reference): Parameter | Reference => {
    const key = keys.get(JSON.stringify(one));
    return key === undefined ? one : { $ref: `#/components/parameters/${key}` };
  };
  const paths = mapValues(document.paths, (item) =>
    mapValues(item as Item, (operation) =>
      operation.parameters === undefined
        ? operation
        : { ...operation, parameters: operation.parameters.map(refer) },
    ),
  ) as OpenAPIObject['paths'];
  const parameters = Object.fromEntries(shared) as unknown as Parameters;
  return { ...document, paths, components: { ...document.components, parameters } };
}

/** By their names, in the order of the alphabet: diffs stay small. */
function sharedIn(items: readonly Item[]): ReadonlyMap<string, Parameter> {
  const uses = new Map<string, { readonly parameter: Parameter; count: number }>();
  for (const one of items.flatMap(parametersOf)) {
    if ('$ref' in one || one.in === 'path') continue;
    const text = JSON.stringify(one);
    const known = uses.get(text);
    if (known) known.count += 1;
    else uses.set(text, { parameter: one, count: 1 });
  }
  const most = [...uses.values()].filter(({ count }) => count > 1);
  most.sort((a, b) => a.count - b.count);
  const byName = new Map(most.map(({ parameter }) => [parameter.name, parameter]));
  return new Map([...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function parametersOf(item: Item): readonly (Parameter | Reference)[] {
  return Object.values(item).flatMap(({ parameters = [] }) => parameters);
}

function mapValues<Value, Made>(
  object: Readonly<Record<string, Value>>,
  make: (value: Value) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, make(value)]));
}
