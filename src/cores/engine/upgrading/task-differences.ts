import { canonicalJson } from '../../../kernel/canonical-json.js';
import { type Plan, type PlannedTask } from '../plan.js';

const DRAWN = new Set(['x', 'y', 'nodeLocation']);

/** Whether a member of a task only says where it is drawn. */
export function isDrawn(name: string): boolean {
  return DRAWN.has(name);
}

/** Whether both do the same: where they are drawn does not count. */
export function isSameTask(one: PlannedTask, other: PlannedTask): boolean {
  return one.kind === other.kind && meaningOf(one) === meaningOf(other);
}

/** Whether the same ways lead on from both. */
export function isSameOnward(
  [from, one]: readonly [Plan, PlannedTask],
  [to, other]: readonly [Plan, PlannedTask],
): boolean {
  return onwardOf(from, one) === onwardOf(to, other);
}

/** Whether both wait for the same ends of the same tasks. */
export function isSameJoin(
  [from, one]: readonly [Plan, PlannedTask],
  [to, other]: readonly [Plan, PlannedTask],
): boolean {
  return joinOf(from, one) === joinOf(to, other);
}

/** Whether both lie in the body of the same loop, or outside of loops. */
export function isInSameLoop(
  [from, one]: readonly [Plan, PlannedTask],
  [to, other]: readonly [Plan, PlannedTask],
): boolean {
  return loopOf(from, one) === loopOf(to, other);
}

/** Id of the loop in whose body a task lies; empty outside of loops. */
function loopOf(plan: Plan, { owner }: PlannedTask): string {
  return owner === null ? '' : idAt(plan, owner);
}

function meaningOf({ document }: PlannedTask): string {
  return canonicalJson(
    Object.fromEntries(Object.entries(document).filter(([name]) => !isDrawn(name))),
  );
}

function onwardOf(plan: Plan, { edges }: PlannedTask): string {
  return textOf(edges.map(({ to, type, state }) => [idAt(plan, to), type, state]));
}

/** The name counts: the last try of a `reattempt` may lead on as another state. */
function joinOf(plan: Plan, { ins, inStates }: PlannedTask): string {
  return textOf(
    ins.map((from, at) => [
      idAt(plan, from),
      inStates[at] ?? '',
      plan.tasks[from]?.name === 'reattempt' ? 'reattempt' : '',
    ]),
  );
}

function textOf(ways: readonly (readonly string[])[]): string {
  return ways
    .map((way) => JSON.stringify(way))
    .sort()
    .join();
}

function idAt(plan: Plan, at: number): string {
  return plan.tasks[at]?.id ?? '';
}
