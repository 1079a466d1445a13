import { type JsonValue } from '#kernel/json.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type ValueRef } from '#cores/engine/value-ref.js';
import { type HeldHere } from './step-secrets.js';

/** An outcome as it is written down. */
export interface StoredOutcome<V extends ValueRef = ValueRef> {
  readonly finish: TaskOutcome['finish'];
  readonly output?: V;
  readonly outputs?: Readonly<Record<string, V>>;
  readonly error?: V;
  readonly secret?: true;
}

/** An outcome with its values as they are held, before any is put elsewhere. */
export function heldOutcome(outcome: TaskOutcome, secret: boolean): StoredOutcome<HeldHere> {
  const hold = (value: JsonValue): HeldHere => ({ kind: 'here', value, ...(secret && { secret }) });
  const { outputs } = outcome;
  const named = Object.entries(outputs ?? {}).map(([name, value]) => [name, hold(value)] as const);
  return {
    finish: outcome.finish,
    ...('output' in outcome && outcome.output !== undefined && { output: hold(outcome.output) }),
    ...('error' in outcome && { error: hold(outcome.error) }),
    ...(outputs && { outputs: Object.fromEntries(named) }),
    ...('secret' in outcome && { secret: true as const }),
  };
}

/** All values of an outcome, with the names that they have. */
export function valuesOf({
  output,
  outputs = {},
  error,
}: StoredOutcome<HeldHere>): readonly (readonly [HeldHere, string])[] {
  const named = Object.entries(outputs).map(([name, held]) => [held, name] as const);
  const unnamed = [output, error].filter((held) => held !== undefined);
  return [...unnamed.map((held) => [held, ''] as const), ...named];
}
