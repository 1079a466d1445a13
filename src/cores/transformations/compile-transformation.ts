import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { listOf } from '../../kernel/json-reading.js';
import { compileGraph } from './compile-graph.js';
import { type FunctionNames, GraphScope } from './graph-scope.js';
import { type FunctionEntry, type Graph } from './plan.js';
import { type Problem } from './problems.js';

/** A transformation that can run any number of times. */
export interface CompiledTransformation {
  readonly graph: Graph;
}

/** A transformation ready to run, or what keeps it from running. Warnings keep nobody from anything. */
export type Compilation =
  | {
      readonly kind: 'compiled';
      readonly transformation: CompiledTransformation;
      readonly warnings: readonly Problem[];
    }
  | {
      readonly kind: 'refused';
      readonly problems: readonly Problem[];
      readonly warnings: readonly Problem[];
    };

/** Assigns count as steps. */
const STEPS_MAX = 50_000;
const FUNCTIONS_MAX = 2000;
/** Functions in functions. */
const NESTING_MAX = 50;

/** What is gathered while functions are looked for in functions. */
interface Gathering {
  readonly scopes: Map<FunctionEntry, GraphScope>;
  stepsLeft: number;
  functionsLeft: number;
}

/**
 * Compiles a transformation document (engine format 5.4): pure, and without an exception whatever the
 * document holds. Problems in functions that nothing calls are warnings.
 */
export function compileTransformation(document: JsonObject): Compilation {
  const scopes = new Map<FunctionEntry, GraphScope>();
  const gathering = { scopes, stepsLeft: STEPS_MAX, functionsLeft: FUNCTIONS_MAX };
  const main: FunctionEntry = { name: '', graph: undefined };
  const tooLarge = addScopes({ entry: main, document, pointer: '#' }, new Map(), gathering);
  if (tooLarge) return { kind: 'refused', problems: [tooLarge], warnings: [] };
  for (const [entry, scope] of scopes) entry.graph = compileGraph(scope);
  const called = reachable(main, scopes);
  const problems = [...scopes].flatMap(([entry, scope]) =>
    called.has(entry) ? scope.problems : [],
  );
  const warnings = [...scopes].flatMap(([entry, scope]) =>
    called.has(entry) ? scope.warnings : [...scope.problems, ...scope.warnings],
  );
  if (problems.length > 0 || !main.graph) return { kind: 'refused', problems, warnings };
  return { kind: 'compiled', transformation: { graph: main.graph }, warnings };
}

interface Given {
  readonly entry: FunctionEntry;
  readonly document: JsonObject;
  readonly pointer: string;
}

/** Makes the scopes of a function and of all functions in it; answers a problem when there are too many. */
function addScopes(
  { entry, document, pointer }: Given,
  outer: FunctionNames,
  gathering: Gathering,
  depth = 0,
): Problem | undefined {
  const functions = listOf(document['functions']);
  gathering.stepsLeft -= listOf(document['steps']).length;
  gathering.functionsLeft -= functions.length;
  if (gathering.stepsLeft < 0 || gathering.functionsLeft < 0 || depth > NESTING_MAX) {
    const detail = `has more than ${STEPS_MAX} steps, ${FUNCTIONS_MAX} functions or ${NESTING_MAX} levels of them`;
    return { code: 'too-large', pointer, detail };
  }
  const inner = functions.flatMap((given, at) => {
    const fn = isJsonObject(given) ? given : undefined;
    const name = typeof fn?.['name'] === 'string' ? fn['name'] : '';
    const place = `${pointer}/functions/${at}`;
    return fn ? [{ entry: { name, graph: undefined }, document: fn, pointer: place }] : [];
  });
  const names = new Map([...outer, ...namesOf(inner)]);
  gathering.scopes.set(entry, new GraphScope(document, pointer, names));
  for (const one of inner) {
    const problem = addScopes(one, names, gathering, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

/** Steps name functions by their id, which keeps the first name that a function had, or by their name. */
function namesOf(functions: readonly Given[]): readonly (readonly [string, FunctionEntry])[] {
  const by = (key: 'name' | 'id'): readonly (readonly [string, FunctionEntry])[] =>
    functions.flatMap(({ document, entry }) => {
      const name = document[key];
      return typeof name === 'string' && name !== '' ? [[name, entry] as const] : [];
    });
  return [...by('name'), ...by('id')];
}

function reachable(
  main: FunctionEntry,
  scopes: ReadonlyMap<FunctionEntry, GraphScope>,
): ReadonlySet<FunctionEntry> {
  const reached = new Set([main]);
  // The set grows while it is read.
  for (const entry of reached) {
    for (const callee of scopes.get(entry)?.calls ?? []) reached.add(callee);
  }
  return reached;
}
