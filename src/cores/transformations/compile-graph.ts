import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { accumulatingSteps } from './accumulating-steps.js';
import { compileAssigns, needSlots, type Wiring } from './compile-assigns.js';
import { compileStep } from './compile-step.js';
import { type GraphScope } from './graph-scope.js';
import { orderSteps } from './order-steps.js';
import { type Binding, type Graph, type Input, type Output, type PlannedStep } from './plan.js';
import { type Value } from './value.js';

const NUMBERED = /^(\d{1,3})_/;

/** One transformation or function, ready to run as far as it has no problems; those are in the scope. */
export function compileGraph(scope: GraphScope): Graph {
  const wiring = compileAssigns(scope);
  const planned = new Map<number, PlannedStep>();
  for (const scoped of scope.steps.values()) {
    const step = compileStep(scope, scoped, wiring.args.get(scoped.slot));
    if (!step) continue;
    planned.set(step.slot, step);
    const contexts = step.guards.map(({ slot }) => slot);
    if (contexts.length > 0) needSlots(scope, wiring, step.slot, contexts);
  }
  const parts = {
    inputs: inputsOf(scope),
    outputs: outputsOf(scope, wiring),
    steps: ordered(scope, wiring, planned),
  };
  const slots = scope.inputCount + scope.steps.size;
  return { ...parts, slots, accumulating: accumulatingSteps(parts) };
}

function ordered(
  scope: GraphScope,
  wiring: Wiring,
  planned: ReadonlyMap<number, PlannedStep>,
): readonly PlannedStep[] {
  const places = new Map([...scope.steps.values()].map(({ slot, place }) => [slot, place]));
  const order = orderSteps([...places.keys()], wiring.needs);
  if (order.kind === 'ordered') {
    return order.steps.flatMap((slot) => planned.get(slot) ?? []);
  }
  const [first = -1] = order.steps;
  const ids = order.steps.slice(0, 10).map((slot) => places.get(slot)?.id);
  const detail = `waits for itself: ${ids.join(', ')}${order.steps.length > 10 ? ', …' : ''}`;
  scope.problem('cycle', places.get(first)?.pointer ?? scope.pointer, detail);
  return [];
}

/** Inputs with a flag are what a caller gives beside; the others are filled by their place. */
function inputsOf(scope: GraphScope): readonly Input[] {
  let positions = 0;
  let constants = 0;
  const bindingOf = (schema: JsonObject, id: string): Binding => {
    if (schema['isContext'] === true)
      return { kind: 'constants', names: namesOf(scope, schema, id) };
    if (schema['isConstValue'] === true) return { kind: 'constant', at: constants++ };
    return { kind: 'position', at: positions++ };
  };
  return scope.schemas('incoming').map(({ id, schema }) => ({
    id,
    binding: bindingOf(schema, id),
    otherwise: defaultOf(schema),
  }));
}

/** The members of an object of constants: as its schema names them, and as assigns do. */
function namesOf(scope: GraphScope, schema: JsonObject, id: string): ReadonlyMap<string, number> {
  const properties = isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const read = scope.assigns.flatMap(({ assign: { from } }) => {
    if (!isJsonObject(from) || from['name'] !== id || typeof from['ptr'] !== 'string') return [];
    return [from['ptr'].split('/')[1] ?? ''];
  });
  const numbered = [...properties, ...read].flatMap((name) => {
    const digits = NUMBERED.exec(name)?.[1];
    return digits === undefined ? [] : [[name, Number(digits)] as const];
  });
  return new Map(numbered);
}

function outputsOf(scope: GraphScope, { writes }: Wiring): readonly Output[] {
  return scope.schemas('outgoing').map(({ id, schema }, at) => {
    const own = writes.get(id) ?? [];
    if (own.length === 0) {
      const pointer = `${scope.pointer}/outgoing/${at}`;
      scope.warn('never-assigned', pointer, `nothing is assigned to ${id}`);
    }
    // What is assigned to the whole comes before what is assigned to places in it.
    const inOrder = own.toSorted((a, b) => a.path.length - b.path.length);
    return { id, writes: inOrder, otherwise: defaultOf(schema) };
  });
}

function defaultOf(schema: JsonObject): Value {
  return Object.hasOwn(schema, 'default') ? schema['default'] : undefined;
}
