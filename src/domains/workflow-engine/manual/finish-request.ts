import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';

/** What somebody says of a task when finishing it. */
export interface GivenOutputs {
  /** By the names of outputs. */
  readonly outputs: JsonObject;
  /** Where they stand in the request. */
  readonly pointer: string;
}

/** Keys beside outputs, where a client sends the whole variables of a task back. */
const OF_THE_TASK: ReadonlySet<string> = new Set(['incoming', 'outgoing', 'error', 'decorators']);

/** The outputs in a request: `variables.outgoing` where it is there, else `variables` themselves. */
export function givenOutputs(variables: JsonObject): GivenOutputs {
  const { outgoing } = variables;
  if (isJsonObject(outgoing)) return { outputs: outgoing, pointer: '#/variables/outgoing' };
  const own = Object.entries(variables).filter(([key]) => !OF_THE_TASK.has(key));
  return { outputs: Object.fromEntries(own), pointer: '#/variables' };
}

/** What is wrong with the names of outputs. */
export function outputFaults(
  { outputs, pointer }: GivenOutputs,
  declared: ReadonlySet<string>,
): readonly Fault[] {
  return Object.keys(outputs)
    .filter((name) => !declared.has(name))
    .map((name) => ({
      pointer: pointer + jsonPointer([name]).slice(1),
      detail: 'is no output of the task',
    }));
}

const DEPTH_MAX = 50;

/** Whether a form asks for something secret: all that is answered to it is then. */
export function asksForSecrets(form: JsonValue | undefined, depth = 0): boolean {
  if (depth > DEPTH_MAX || typeof form !== 'object' || form === null) return false;
  if (Array.isArray(form)) return form.some((item) => asksForSecrets(item, depth + 1));
  const { format, 'ui:widget': widget } = form;
  if (format === 'password' || widget === 'password') return true;
  return Object.values(form).some((value) => asksForSecrets(value, depth + 1));
}
