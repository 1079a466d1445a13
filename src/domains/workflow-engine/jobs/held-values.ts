import { type JsonValue } from '../../../kernel/json.js';
import { type HeldValue, type HeldValues } from '../engine/held-value.js';

/** Values in the form in which a job begins with them; those whose names say so are secret. */
export function heldValues(
  values: Readonly<Record<string, JsonValue>>,
  isSecretName: (name: string) => boolean = () => false,
): HeldValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, HeldValue] => [
      name,
      isSecretName(name) ? { kind: 'here', value, secret: true } : { kind: 'here', value },
    ]),
  );
}
