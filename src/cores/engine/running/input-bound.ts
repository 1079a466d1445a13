import { type JsonValue } from '../../../kernel/json.js';
import { type TaskOutcome } from '../commands.js';
import { type ValueRefs } from '../value-ref.js';
import { type PlannedTask } from '../plan.js';
import { isPlain } from './inputs.js';

/** Characters of JSON that the inputs of a task may come to which are made of values for it alone. */
export const INPUT_LENGTH_MAX = 64 * 1024 * 1024;

type Failure = Extract<TaskOutcome, { readonly finish: 'error' }>;

/**
 * How a task ends whose inputs are too large. In memory a value that an input refers to a thousand times is there
 * once, but the input is stored with a thousand copies of it.
 */
export function tooLargeInput({ inputs }: PlannedTask, held: ValueRefs): Failure | undefined {
  const known = new Map<object, number>();
  let length = 0;
  for (const [name, input] of inputs) {
    const one = Object.hasOwn(held, name) ? held[name] : undefined;
    // What is passed on as it is held is stored once; what is literal is bounded with its document.
    if (one?.kind !== 'here' || input.kind === 'literal' || isPlain(input)) continue;
    length += lengthOf(one.value, known);
    if (length > INPUT_LENGTH_MAX) return TOO_LARGE;
  }
  return undefined;
}

const TOO_LARGE: Failure = {
  finish: 'error',
  error: {
    message: `The inputs of the task come to more than ${String(INPUT_LENGTH_MAX)} characters, each value counted as often as they refer to it`,
    code: 'inputs-too-large',
  },
};

/** Nearly the characters of a value as JSON; what it holds several times is measured once. */
function lengthOf(value: JsonValue, known: Map<object, number>): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  const before = known.get(value);
  if (before !== undefined) return before;
  let length = 2;
  if (Array.isArray(value)) for (const item of value) length += 1 + lengthOf(item, known);
  else
    for (const [key, member] of Object.entries(value))
      length += key.length + 4 + lengthOf(member, known);
  known.set(value, length);
  return length;
}
