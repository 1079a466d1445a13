import { MethodCall, type CallContext } from '../transformations/method-call.js';
import { RunStop } from '../transformations/run-stop.js';
import {
  described,
  isList,
  isObject,
  type Value,
  type ValueList,
} from '../transformations/value.js';

/** One call of the function of a task: what is wrong with an argument is said by its name. */
export class TaskCall extends MethodCall {
  constructor(
    args: ValueList,
    context: CallContext,
    private readonly names: readonly string[],
  ) {
    super(args, context);
  }

  /** A task takes numbers and what reads as one; JavaScript would go on with `NaN`. */
  override number(at: number): number {
    return typeof (this.args[at] ?? {}) === 'object'
      ? this.wrongType(at, 'a number')
      : super.number(at);
  }

  /** A task that looks at members takes what has some. */
  override present(at: number): Value {
    const value = this.args[at];
    return isList(value) || isObject(value) ? value : this.wrongType(at, 'an object');
  }

  override wrongType(at: number, wanted: string): never {
    const name = this.names[at] ?? this.names.at(-1) ?? 'it';
    throw new RunStop(
      'wrong-type',
      `'${name}' must be ${wanted}, it is ${described(this.args[at])}`,
    );
  }
}
