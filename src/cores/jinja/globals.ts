import { CallArgs } from './call-args.js';
import { type Meter } from './meter.js';
import { entriesOf } from './methods/dict-methods.js';
import { type Scope } from './scope.js';
import { BuiltIn } from './values/built-in.js';
import { keyOf } from './values/kinds.js';
import { Members } from './values/members.js';
import { type Args, type Dict, type Value } from './values/value.js';

type Function = (args: CallArgs, meter: Meter) => Value;

const FUNCTIONS: readonly (readonly [string, Function])[] = [
  ['range', range],
  ['dict', dict],
  ['namespace', (args, meter) => new Members<Value>('namespace', texts(dict(args, meter)), true)],
  ['joiner', joiner],
  ['cycler', cycler],
];

/** Gives a template the functions that each one has. */
export function addGlobals(scope: Scope, meter: Meter): void {
  for (const [name, work] of FUNCTIONS) {
    const call = (args: Args): Value => work(new CallArgs(`'${name}'`, args), meter);
    scope.set(name, new BuiltIn<Args, Value>(name, call));
  }
}

function range(args: CallArgs, meter: Meter): Value {
  const isShort = args.positional.length < 2;
  const start = isShort ? 0 : args.integer(0, 'start');
  const stop = isShort ? args.integer(0, 'stop') : args.integer(1, 'stop');
  const step = args.integer(2, 'step', 1);
  if (step === 0) throw args.fault('takes no step of 0');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  meter.entries(length);
  return Array.from({ length }, (_, at) => start + at * step);
}

function dict(args: CallArgs, meter: Meter): Dict {
  const [given] = args.positional;
  const pairs = given === undefined ? [] : entriesOf(given, args);
  meter.entries(pairs.length + args.named.size);
  const entries = [...pairs, ...args.named].map(([key, value]) => [keyOf(key), value] as const);
  return new Map(entries);
}

function texts(members: Dict): Map<string, Value> {
  return new Map(Array.from(members, ([key, value]) => [String(key), value]));
}

/** Nothing the first time, then what stands between. */
function joiner(args: CallArgs): Value {
  const separator = args.text(0, 'sep', ', ');
  let isFirst = true;
  return new BuiltIn<Args, Value>('joiner', () => {
    const shown = isFirst ? '' : separator;
    isFirst = false;
    return shown;
  });
}

/** One value after the other, from the first again after the last. */
function cycler(args: CallArgs): Value {
  const values = args.positional;
  if (values.length === 0) throw args.fault('needs values');
  const members = new Map<string, Value>();
  let at = 0;
  const move = (to: number): void => {
    at = to % values.length;
    members.set('current', values[at] ?? null);
  };
  move(0);
  const next = (): Value => {
    const value = values[at] ?? null;
    move(at + 1);
    return value;
  };
  const reset = (): Value => {
    move(0);
    return null;
  };
  members.set('next', new BuiltIn<Args, Value>('next', next));
  members.set('reset', new BuiltIn<Args, Value>('reset', reset));
  return new Members<Value>('cycler', members, false);
}
