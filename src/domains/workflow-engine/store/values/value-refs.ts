import { type JsonValue } from '#kernel/json.js';
import { type ValueRef, type ValueRefs } from '#cores/engine/value-ref.js';

/** Values in the form in which a job begins with them; those whose names say so are secret. */
export function heldValues(
  values: Readonly<Record<string, JsonValue>>,
  isSecretName: (name: string) => boolean = () => false,
): ValueRefs {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, ValueRef] => [
      name,
      isSecretName(name) ? { kind: 'here', value, secret: true } : { kind: 'here', value },
    ]),
  );
}
