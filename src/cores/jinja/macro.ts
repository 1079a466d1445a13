import { type ExpressionRunner } from './expression-runner.js';
import { Scope } from './scope.js';
import { type Parameter } from './syntax/nodes.js';
import { BuiltIn } from './values/built-in.js';
import { orMissing } from './values/kinds.js';
import { type Args, type Value } from './values/value.js';

/** A macro as it is written. */
export interface MacroHead {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/** What runs it. */
export interface MacroRun {
  readonly expressions: ExpressionRunner;
  readonly render: (scope: Scope) => string;
}

/** A macro as a function: it sees the names of where it stands, not of where it is called. */
export function macroOf(head: MacroHead, around: Scope, run: MacroRun): BuiltIn<Args, Value> {
  return new BuiltIn<Args, Value>(head.name, (args) => {
    const scope = new Scope(around);
    bind(head, args, scope, run);
    return run.render(scope);
  });
}

function bind(
  { parameters }: MacroHead,
  { positional, named }: Args,
  scope: Scope,
  { expressions }: MacroRun,
): void {
  const others = new Map(named);
  for (const [at, { name, fallback }] of parameters.entries()) {
    others.delete(name);
    const given = positional.length > at ? positional[at] : named.get(name);
    const isDefault = given === undefined && fallback !== null;
    const value = isDefault ? expressions.run(fallback, scope) : given;
    scope.set(name, orMissing(value, `parameter '${name}' was not given`));
  }
  const caller = others.get('caller');
  if (caller !== undefined) scope.set('caller', caller);
  others.delete('caller');
  scope.set('varargs', positional.slice(parameters.length));
  scope.set('kwargs', others);
}
