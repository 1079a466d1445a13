import { type JsonValue } from '../../../kernel/json.js';
import { type HeldValue, type HeldValues } from '../engine/held-value.js';

/** Values in the form in which a job begins with them. */
export function heldValues(values: Readonly<Record<string, JsonValue>>): HeldValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, HeldValue] => [
      name,
      { kind: 'here', value },
    ]),
  );
}
