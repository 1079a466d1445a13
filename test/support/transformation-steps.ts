import { type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { listOf, objectOf, textOf } from '../../src/kernel/json-reading.js';
import { labelOf } from './json-view.js';

/** The methods that shipped transformations may use: all are among those in widest use. */
const METHODS = new Set([
  'Array.concat',
  'Array.filter',
  'Array.find',
  'Array.getIndex',
  'Array.join',
  'Array.length',
  'Array.map',
  'Array.new Array',
  'Array.reduce',
  'Array.slice',
  'Conditional.ternary',
  'Equality.equality',
  'Logical.and',
  'Logical.nullish',
  'Math.add',
  'Math.ceil',
  'Math.divide',
  'Math.multiply',
  'Math.subtract',
  'Number.new Number',
  'Object.getProperty',
  'Object.optional chaining',
  'RegExp.new RegExp',
  'Relational.greaterThan',
  'Relational.greaterThanOrEqual',
  'String.concat',
  'String.includes',
  'String.split',
  'String.templateLiteral',
]);
/** Methods whose second argument is the name of a function, and where its own arguments begin. */
const CALLBACKS: Readonly<Record<string, number>> = { filter: 2, find: 2, map: 2, reduce: 3 };

/** A transformation, or one of its functions, with what its steps may call. */
interface Scope {
  readonly document: JsonObject;
  readonly functions: ReadonlyMap<string, JsonObject>;
  readonly steps: ReadonlyMap<JsonValue, JsonObject>;
  readonly assigns: readonly JsonObject[];
}

/**
 * Steps of a transformation that cannot be evaluated: unknown methods and functions, assignments from
 * or to nothing, arguments that nobody fills, outputs that nobody assigns, and cycles.
 */
export function transformationBreaches(
  document: JsonObject,
  outer: ReadonlyMap<string, JsonObject> = new Map(),
): readonly string[] {
  const own = listOf(document['functions']).map(objectOf);
  const functions = new Map([...outer, ...own.map((fn) => [textOf(fn['name']), fn] as const)]);
  const steps = listOf(document['steps']).map(objectOf);
  const scope: Scope = {
    document,
    functions,
    steps: new Map(
      steps.filter((step) => step['type'] !== 'assign').map((step) => [step['id'] ?? null, step]),
    ),
    assigns: steps.filter((step) => step['type'] === 'assign'),
  };
  return [
    ...[...scope.steps.values()].flatMap((step) => stepBreaches(scope, step)),
    ...scope.assigns.flatMap((assign) => assignBreaches(scope, assign)),
    ...outputBreaches(scope),
    ...cycleBreaches(scope),
    ...own.flatMap((fn) => transformationBreaches(fn, functions)),
  ];
}

function stepBreaches(scope: Scope, step: JsonObject): readonly string[] {
  const args = listOf(step['args']);
  const label = `step ${labelOf(step['id'])}`;
  const filled = new Set(
    scope.assigns.map(({ to }) => `${labelOf(objectOf(to)['name'])}${textOf(objectOf(to)['ptr'])}`),
  );
  const empty = args.flatMap((value, at) =>
    value === null && !filled.has(`${labelOf(step['id'])}/args/${at}/value`) ? [at] : [],
  );
  return [
    ...empty.map((at) => `${label}: nothing fills argument ${at}`),
    ...(step['type'] === 'function'
      ? callBreaches(scope, textOf(step['function']), args.length, 'all')
      : methodBreaches(scope, step, args)
    ).map((text) => `${label}: ${text}`),
  ];
}

function methodBreaches(
  scope: Scope,
  step: JsonObject,
  args: readonly JsonValue[],
): readonly string[] {
  const library = textOf(step['library']);
  const method = textOf(step['method']);
  if (!METHODS.has(`${library}.${method}`)) return [`unknown method ${library}.${method}`];
  if (step['type'] === 'template') {
    const names = textOf(step['template']).match(/\$\{\w+\}/g) ?? [];
    return new Set(names).size === args.length ? [] : ['has other arguments than its text'];
  }
  const first = library === 'Array' ? CALLBACKS[method] : undefined;
  if (first === undefined) return [];
  return callBreaches(scope, textOf(args[1]), args.length - first, 'constant');
}

/** A call by name fills all incomings of a function, a callback only the constant ones. */
function callBreaches(
  { functions }: Scope,
  name: string,
  given: number,
  kind: 'all' | 'constant',
): readonly string[] {
  const fn = functions.get(name);
  if (!fn) return [`unknown function ${name}`];
  const taken = listOf(fn['incoming']).filter(
    (schema) => kind === 'all' || objectOf(schema)['isConstValue'] === true,
  );
  return taken.length === given ? [] : [`gives ${given} values to ${name}, not ${taken.length}`];
}

function assignBreaches(scope: Scope, { id, from, to }: JsonObject): readonly string[] {
  const ends = [
    ['from', objectOf(from)],
    ['to', objectOf(to)],
  ] as const;
  return ends
    .filter(([, end]) => !isThere(scope, end))
    .map(
      ([which, end]) =>
        `step ${labelOf(id)}: ${which} ${textOf(end['location'])} ${labelOf(end['name'])} is not there`,
    );
}

function isThere(scope: Scope, { location, name }: JsonObject): boolean {
  if (location === 'incoming' || location === 'outgoing') {
    return idsOf(scope.document[location]).includes(textOf(name));
  }
  return scope.steps.get(name ?? null)?.['type'] === location;
}

function outputBreaches({ document, assigns }: Scope): readonly string[] {
  const assigned = assigns
    .map(({ to }) => objectOf(to))
    .filter(({ location }) => location === 'outgoing')
    .map(({ name }) => textOf(name));
  return idsOf(document['outgoing'])
    .filter((name) => !assigned.includes(name))
    .map((name) => `nothing is assigned to ${name}`);
}

function cycleBreaches({ steps, assigns }: Scope): readonly string[] {
  const sourcesOf = (id: JsonValue): readonly JsonValue[] =>
    assigns
      .filter(({ to }) => objectOf(to)['name'] === id)
      .map(({ from }) => objectOf(from)['name'] ?? null)
      .filter((name) => steps.has(name));
  return [...steps.keys()]
    .filter((id) => {
      const seen = new Set<JsonValue>();
      const open = [...sourcesOf(id)];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (seen.has(next)) continue;
        seen.add(next);
        open.push(...sourcesOf(next));
      }
      return seen.has(id);
    })
    .map((id) => `step ${labelOf(id)} waits for itself`);
}

function idsOf(schemas: JsonValue | undefined): readonly string[] {
  return listOf(schemas).map((schema) => textOf(objectOf(schema)['$id']));
}
