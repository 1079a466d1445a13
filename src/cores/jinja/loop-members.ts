import { type Meter } from './meter.js';
import { isEqual } from './values/comparison.js';
import { BuiltIn } from './values/built-in.js';
import { Members } from './values/members.js';
import { orMissing } from './values/kinds.js';
import { type Args, type Value } from './values/value.js';
import { valueError } from './template-error.js';

/** The `loop` of a loop. */
export interface Loop {
  readonly value: Members<Value>;
  readonly members: Map<string, Value>;
  readonly moveTo: (at: number) => void;
}

/** What a loop says of itself. */
export function loopMembers(items: readonly Value[], depth: number, meter: Meter): Loop {
  const members = new Map<string, Value>([
    ['length', items.length],
    ['depth', depth + 1],
    ['depth0', depth],
    ['changed', changed(meter)],
  ]);
  const moveTo = (at: number): void => {
    members.set('index', at + 1);
    members.set('index0', at);
    members.set('revindex', items.length - at);
    members.set('revindex0', items.length - at - 1);
    members.set('first', at === 0);
    members.set('last', at === items.length - 1);
    members.set('previtem', orMissing(items[at - 1], 'there is no element before'));
    members.set('nextitem', orMissing(items[at + 1], 'there is no element after'));
    members.set('cycle', cycle(at));
  };
  return { value: new Members<Value>('loop', members, false), members, moveTo };
}

function cycle(at: number): BuiltIn<Args, Value> {
  return new BuiltIn<Args, Value>('cycle', ({ positional }) => {
    if (positional.length === 0) throw valueError("'loop.cycle' needs values");
    return positional[at % positional.length] ?? null;
  });
}

/** Whether the values differ from those of the last time. */
function changed(meter: Meter): BuiltIn<Args, Value> {
  let before: Value[] | undefined;
  return new BuiltIn<Args, Value>('changed', ({ positional }) => {
    const isSame = before !== undefined && isEqual(before, [...positional], meter);
    before = [...positional];
    return !isSame;
  });
}
