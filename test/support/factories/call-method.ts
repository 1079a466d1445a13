import { compileTransformation } from '../../../src/cores/transformations/compile-transformation.js';
import {
  type RunResult,
  type RunContext,
  runTransformation,
} from '../../../src/cores/transformations/run-transformation.js';
import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { aTransformation, edge, method, schema } from './a-transformation.js';

/** How a method is called. */
interface CallOptions {
  /** Members of its step beside the usual ones. */
  readonly more?: JsonObject;
  /** A declaration through which the first argument goes, `Set.new Set` for example; or each of them. */
  readonly through?: string;
  readonly throughEach?: string;
  readonly context?: Partial<RunContext>;
}

/** Calls one method with these values; undefined is where nothing is given. */
export function callMethod(
  name: string,
  args: readonly (JsonValue | undefined)[],
  { more, through, throughEach, context }: CallOptions = {},
): RunResult {
  const incoming: JsonObject = {};
  const steps = args.flatMap((value, at) => {
    if (value === undefined) return [];
    incoming[`v${at}`] = value;
    const made = throughEach ?? (at === 0 ? through : undefined);
    if (made === undefined) return [edge(`incoming v${at}`, `method 1/args/${at}/value`)];
    const id = at + 10;
    return [
      method(id, made, [null]),
      edge(`incoming v${at}`, `declaration ${id}/args/0/value`),
      edge(`declaration ${id}/return`, `method 1/args/${at}/value`),
    ];
  });
  const empty = args.map(() => null);
  const document = aTransformation({
    incoming: Object.keys(incoming).map((id) => schema(id)),
    outgoing: [schema('out')],
    steps: [method(1, name, empty, more), ...steps, edge('method 1/return', 'outgoing out')],
  });
  const compiled = compileTransformation(document);
  if (compiled.kind === 'refused') throw new Error(JSON.stringify(compiled.problems));
  const told = { now: 0, ...context };
  return runTransformation(compiled.transformation, incoming, { extractOutput: true }, told);
}

/** What a method answers, or why it does not. */
export function answerOf(...given: Parameters<typeof callMethod>): unknown {
  const result = callMethod(...given);
  return result.kind === 'done' ? result.outgoing : `${result.code}: ${result.detail}`;
}
