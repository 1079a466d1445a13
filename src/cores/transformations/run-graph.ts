import { OutputBuilder } from './build-output.js';
import { sameValue } from './equality.js';
import { filledTemplate } from './filled-template.js';
import { CALL_DEPTH_MAX } from './meter.js';
import { type Callback, MethodCall, type CallContext } from './method-call.js';
import { OwnAccumulator } from './own-accumulator.js';
import {
  type Argument,
  type FunctionEntry,
  type Graph,
  type Guard,
  type Input,
  type Output,
  type PlannedStep,
  type Source,
  type StepPlace,
} from './plan.js';
import { RunStop } from './run-stop.js';
import { memberOf, type Value, type ValueList } from './value.js';

/** A run, with the step that it is at. */
export interface Run extends CallContext {
  step: StepPlace | null;
  depth: number;
}

/** What lies in the slot of a step that did not run, because its case was not chosen. */
const NOT_RUN = Symbol('not run');
type Slot = Value | typeof NOT_RUN;

/**
 * Runs the steps once each, in order, and answers what goes out, in the order of the outputs. With an
 * accumulator the steps that only pass it on extend it in place.
 */
export function runGraph(
  graph: Graph,
  inputs: ValueList,
  run: Run,
  accumulator?: OwnAccumulator,
): Value[] {
  if (run.depth >= CALL_DEPTH_MAX) {
    throw new RunStop('too-deep', `functions call each other more than ${CALL_DEPTH_MAX} deep`);
  }
  run.depth += 1;
  const slots: Slot[] = new Array<Slot>(graph.slots).fill(undefined);
  inputs.forEach((value, at) => (slots[at] = value));
  for (const step of graph.steps) {
    run.step = step.place;
    run.meter.spend();
    const own = graph.accumulating.has(step.slot) ? accumulator : undefined;
    slots[step.slot] = isActive(step.guards, slots) ? resultOf(step, slots, run, own) : NOT_RUN;
  }
  const outputs = graph.outputs.map((output) => outputOf(output, slots, run));
  run.depth -= 1;
  return outputs;
}

function resultOf(
  step: PlannedStep,
  slots: readonly Slot[],
  run: Run,
  accumulator: OwnAccumulator | undefined,
): Value {
  const args = step.args.map((argument) => argumentOf(argument, slots));
  switch (step.kind) {
    case 'method':
      return step.run(new MethodCall(args, run, undefined, accumulator));
    case 'callback': {
      const callback = callbackOf(step, args.slice(step.extrasFrom), run);
      return step.run(new MethodCall(args, run, callback));
    }
    case 'function':
      return calledByStep(step.callee, args, run);
    case 'template':
      return filledTemplate(step.parts, args, run.meter);
    case 'switch':
      return step.byTruth ? Number(!args[0]) : chosenCase(args);
  }
}

/** A function as a step calls it: inputs in their order, an object of all that goes out. */
function calledByStep({ graph }: FunctionEntry, args: ValueList, run: Run): Value {
  if (!graph) return undefined;
  const inputs = graph.inputs.map((_, at) => args[at]);
  const outputs = runGraph(graph, inputs, run);
  return Object.fromEntries(graph.outputs.map(({ id }, at) => [id, outputs[at]]));
}

/** A function as a method calls it; what goes out first is its result. */
function callbackOf(
  { callee: { graph }, accumulates }: PlannedStep & { kind: 'callback' },
  constants: ValueList,
  run: Run,
): Callback {
  if (!graph) return () => undefined;
  const accumulator = accumulates ? new OwnAccumulator() : undefined;
  const { inputs } = graph;
  return (values) => {
    run.meter.spend();
    const given = inputs.map((input) => boundTo(input, values, constants));
    return runGraph(graph, given, run, accumulator)[0];
  };
}

function boundTo({ binding }: Input, values: ValueList, constants: ValueList): Value {
  switch (binding.kind) {
    case 'position':
      return values[binding.at];
    case 'constant':
      return constants[binding.at];
    case 'constants':
      if (binding.names.size === 0) return constants[0];
      return Object.fromEntries([...binding.names].map(([name, at]) => [name, constants[at]]));
  }
}

/**
 * The number of the case that equals the first argument; the one after the last when none does. Without
 * cases a number chooses itself, true the case 0 and false the case 1.
 */
function chosenCase([subject, ...cases]: ValueList): number {
  if (cases.length > 0) {
    const at = cases.findIndex((one) => sameValue(one, subject));
    return at === -1 ? cases.length : at;
  }
  return typeof subject === 'number' ? subject : Number(!subject);
}

function argumentOf({ sources, literal }: Argument, slots: readonly Slot[]): Value {
  for (let at = sources.length - 1; at >= 0; at -= 1) {
    const source = sources[at];
    if (source && isThere(source, slots)) return valueOf(source, slots);
  }
  return literal;
}

function outputOf({ writes }: Output, slots: readonly Slot[], run: Run): Value {
  const [only] = writes;
  if (only?.path.length === 0 && writes.length === 1) {
    return isThere(only.source, slots) ? valueOf(only.source, slots) : undefined;
  }
  const builder = new OutputBuilder(run.meter);
  for (const { path, source } of writes) {
    if (isThere(source, slots)) builder.write(path, valueOf(source, slots));
  }
  return builder.result;
}

function isThere(source: Source, slots: readonly Slot[]): boolean {
  return (
    isActive(source.guards, slots) && (source.kind === 'literal' || slots[source.slot] !== NOT_RUN)
  );
}

function valueOf(source: Source, slots: readonly Slot[]): Value {
  if (source.kind === 'literal') return source.value;
  let value = slots[source.slot];
  if (value === NOT_RUN) return undefined;
  for (const key of source.path) value = memberOf(value, key);
  return value;
}

function isActive(guards: readonly Guard[], slots: readonly Slot[]): boolean {
  return guards.every((guard) => slots[guard.slot] === guard.case);
}
