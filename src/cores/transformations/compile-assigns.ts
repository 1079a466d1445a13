import { cutText } from '../../kernel/cut-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { textOf } from '../../kernel/json-reading.js';
import { type GraphScope, idOf, type ScopedStep } from './graph-scope.js';
import { type Guard, type Source } from './plan.js';
import { readArgument, readPointer, readTarget } from './read-pointer.js';

/** What assigns bring: sources by step and argument, writes by output, and which step needs which. */
export interface Wiring {
  readonly args: Map<number, Map<number, Source[]>>;
  readonly writes: Map<string, { path: readonly string[]; source: Source }[]>;
  readonly needs: Map<number, Set<number>>;
}

type Origin =
  Omit<Source & { kind: 'slot' }, 'guards'> | Omit<Source & { kind: 'literal' }, 'guards'>;

/** Reads the assigns of a graph, the edges between its steps. What leads nowhere becomes a problem. */
export function compileAssigns(scope: GraphScope): Wiring {
  const wiring: Wiring = { args: new Map(), writes: new Map(), needs: new Map() };
  const outputs = new Set(scope.schemas('outgoing').map(({ id }) => id));
  for (const { assign, pointer } of scope.assigns) {
    const origin = originOf(scope, assign['from'], `${pointer}/from`);
    const guards = scope.guards(assign, pointer);
    if (!origin || !guards) continue;
    const source: Source = { ...origin, guards };
    const to = isJsonObject(assign['to']) ? assign['to'] : {};
    if (to['location'] === 'outgoing') {
      addWrite(scope, wiring, outputs, { to, pointer: `${pointer}/to`, source });
    } else addArgument(scope, wiring, { to, pointer: `${pointer}/to`, source });
  }
  return wiring;
}

interface Ending {
  readonly to: JsonObject;
  readonly pointer: string;
  readonly source: Source;
}

function originOf(
  scope: GraphScope,
  given: JsonValue | undefined,
  pointer: string,
): Origin | undefined {
  const from = isJsonObject(given) ? given : {};
  if (from['location'] === 'static') return { kind: 'literal', value: from['value'] };
  const slot = slotNamed(scope, from);
  if (slot === undefined) {
    const detail = `${said(from['location'])} ${said(from['name'])} is not there`;
    scope.problem('unknown-source', pointer, detail);
    return undefined;
  }
  const path = pathFrom(from);
  if (path) return { kind: 'slot', slot, path };
  scope.problem('unresolvable-pointer', `${pointer}/ptr`, 'is no pointer to something in it');
  return undefined;
}

/** What a step answers lies under `return`; what comes in lies bare. */
function pathFrom({ location, ptr }: JsonObject): readonly string[] | undefined {
  const path = readPointer(ptr);
  if (location === 'incoming') return path;
  return path?.[0] === 'return' ? path.slice(1) : undefined;
}

function slotNamed(scope: GraphScope, { location, name }: JsonObject): number | undefined {
  if (location === 'incoming') return scope.inputs.get(textOf(name));
  return stepNamed(scope, name)?.slot;
}

function addWrite(
  scope: GraphScope,
  { writes }: Wiring,
  outputs: ReadonlySet<string>,
  { to, pointer, source }: Ending,
): void {
  const name = textOf(to['name']);
  const path = readTarget(to['ptr']);
  if (!outputs.has(name)) {
    scope.problem('unknown-target', pointer, `outgoing ${said(to['name'])} is not there`);
  } else if (!path) {
    scope.problem('unresolvable-pointer', `${pointer}/ptr`, 'is no place in a value');
  } else {
    const list = writes.get(name) ?? [];
    list.push({ path, source });
    writes.set(name, list);
  }
}

function addArgument(scope: GraphScope, wiring: Wiring, { to, pointer, source }: Ending): void {
  const step = stepNamed(scope, to['name']);
  if (!step) {
    const detail = `${said(to['location'])} ${said(to['name'])} is not there`;
    scope.problem('unknown-target', pointer, detail);
    return;
  }
  const at = argumentOf(scope, step, to['ptr']);
  if (at === undefined) {
    scope.problem('unresolvable-pointer', `${pointer}/ptr`, 'is no argument of a step');
    return;
  }
  const args = wiring.args.get(step.slot) ?? new Map<number, Source[]>();
  args.set(at, [...(args.get(at) ?? []), source]);
  wiring.args.set(step.slot, args);
  const slots = source.guards.map((guard: Guard) => guard.slot);
  if (source.kind === 'slot') slots.push(source.slot);
  needSlots(scope, wiring, step.slot, slots);
}

/** What a context chooses by is its argument 0, the cases follow. */
function argumentOf(
  scope: GraphScope,
  step: ScopedStep,
  ptr: JsonValue | undefined,
): number | undefined {
  const at = readArgument(ptr);
  const choice = scope.choiceOf(step);
  if (!choice) return at;
  if (ptr === '/context') return 0;
  return at === undefined || choice.subjectFirst ? at : at + 1;
}

/** Notes that the step whose result goes to `slot` needs what lies in `slots`. */
export function needSlots(
  scope: GraphScope,
  { needs }: Wiring,
  slot: number,
  slots: readonly number[],
): void {
  const known = needs.get(slot) ?? new Set<number>();
  // What comes in is there from the beginning.
  for (const one of slots) if (one >= scope.inputCount) known.add(one);
  needs.set(slot, known);
}

function stepNamed(scope: GraphScope, name: JsonValue | undefined): ScopedStep | undefined {
  const id = idOf(name);
  return id === undefined ? undefined : scope.steps.get(id);
}

function said(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number'
    ? cutText(String(value), 60)
    : 'something unnamed';
}
