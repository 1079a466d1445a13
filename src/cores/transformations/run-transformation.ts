import { type Fault } from '../../kernel/app-error.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type CompiledTransformation } from './compile-transformation.js';
import { type InputValidator } from './input-validator.js';
import { DEFAULT_LIMITS, type Limits, Meter } from './meter.js';
import { type Graph, type StepPlace } from './plan.js';
import { type Run, runGraph } from './run-graph.js';
import { RunStop, type StopCode } from './run-stop.js';
import { toJson } from './to-json.js';
import { type Value } from './value.js';

/** How a transformation runs. */
export interface RunOptions {
  /** Answer what goes out bare when it is one thing only. */
  readonly extractOutput?: boolean | undefined;
  /** Hold what comes in to its schemas first. */
  readonly validateIncoming?: InputValidator | undefined;
  /** Take the default of a schema for what does not come in, and for what nothing is assigned to. */
  readonly revertToDefaultValue?: boolean | undefined;
}

/** What a run is told from outside: it has no clock, no dice, and no more room than it gets. */
export interface RunContext extends Partial<Limits> {
  /** What time it is, in milliseconds since 1970. */
  readonly now: number;
  /** Where `Math.random` takes its numbers from; JavaScript's own when absent. */
  readonly random?: () => number;
}

/** What came of a run. `outgoing` holds nothing of what came in: all of it is made anew. */
export type RunResult =
  | { readonly kind: 'done'; readonly outgoing: JsonValue; readonly fuelUsed: number }
  | {
      readonly kind: 'failed';
      readonly code: StopCode | 'incoming-refused';
      readonly detail: string;
      /** The step that failed, the innermost one; null when it was none. */
      readonly step: StepPlace | null;
      /** What is wrong with what came in; pointers into it. */
      readonly faults: readonly Fault[];
    };

/**
 * Runs a transformation: a function of its arguments, always the same for the same ones unless it asks for
 * `Math.random`, which ends whatever document and values are (ADR 0104).
 */
export function runTransformation(
  { graph }: CompiledTransformation,
  incoming: JsonObject,
  options: RunOptions,
  context: RunContext,
): RunResult {
  const given = options.revertToDefaultValue ? withDefaults(graph, incoming) : incoming;
  const faults = options.validateIncoming?.(given) ?? [];
  const [first] = faults;
  if (first) {
    const detail = `${first.pointer} ${first.detail}`;
    return { kind: 'failed', code: 'incoming-refused', detail, step: null, faults };
  }
  const meter = new Meter({ ...DEFAULT_LIMITS, ...context });
  const { now, random = Math.random } = context;
  const run: Run = { meter, now, random, step: null, depth: 0 };
  try {
    const inputs = graph.inputs.map(({ id }) => ownOf(given, id));
    const outputs = runGraph(graph, inputs, run);
    run.step = null;
    const outgoing = shown(graph, outputs, options, meter);
    return { kind: 'done', outgoing, fuelUsed: Math.ceil(meter.used) };
  } catch (error) {
    if (!(error instanceof RunStop)) throw error;
    const { code, detail } = error;
    return { kind: 'failed', code, detail, step: run.step, faults: [] };
  }
}

function shown(
  { outputs }: Graph,
  values: readonly Value[],
  { extractOutput, revertToDefaultValue }: RunOptions,
  meter: Meter,
): JsonValue {
  const settled = outputs.map(({ id, otherwise }, at): [string, Value] => {
    const value = values[at];
    return [id, value === undefined && revertToDefaultValue ? otherwise : value];
  });
  const [only] = settled;
  if (extractOutput && only && settled.length === 1) return toJson(only[1], meter) ?? null;
  return toJson(Object.fromEntries(settled), meter) ?? null;
}

function withDefaults({ inputs }: Graph, incoming: JsonObject): JsonObject {
  const missing = inputs.flatMap(
    ({ id, otherwise }): [string, JsonValue][] =>
      otherwise === undefined || ownOf(incoming, id) !== undefined
        ? []
        : [[id, otherwise as JsonValue]], // a default is JSON of the document
  );
  return { ...incoming, ...Object.fromEntries(missing) };
}

function ownOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
