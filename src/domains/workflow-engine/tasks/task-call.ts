import {
  MethodCall,
  type Surroundings,
} from '../../content/transformations/interpreter/method-call.js';
import { RunStop } from '../../content/transformations/interpreter/run-stop.js';
import { described, type ValueList } from '../../content/transformations/interpreter/value.js';

/** One call of the function of a task: what is wrong with an argument is said by its name. */
export class TaskCall extends MethodCall {
  constructor(
    args: ValueList,
    surroundings: Surroundings,
    private readonly names: readonly string[],
  ) {
    super(args, surroundings);
  }

  override wrongType(at: number, wanted: string): never {
    const name = this.names[at] ?? this.names.at(-1) ?? 'it';
    throw new RunStop(
      'wrong-type',
      `'${name}' must be ${wanted}, it is ${described(this.args[at])}`,
    );
  }
}
