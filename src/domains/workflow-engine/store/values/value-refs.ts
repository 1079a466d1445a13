import { invalidInput } from '#kernel/app-error.js';
import { type JsonValue } from '#kernel/json.js';
import { type ValueRef, type ValueRefs } from '#cores/engine/value-ref.js';
import { JOB_VARIABLES_MAX, TOO_MANY_VARIABLES } from '#cores/engine/running/value-bounds.js';

/**
 * Values in the form in which a job begins with them; those whose names say so are secret.
 * @throws AppError `invalid-input` for more than a job may have.
 */
export function toValueRefs(
  values: Readonly<Record<string, JsonValue>>,
  isSecretName: (name: string) => boolean = () => false,
): ValueRefs {
  if (Object.keys(values).length > JOB_VARIABLES_MAX)
    throw invalidInput([{ pointer: '#/options/variables', detail: TOO_MANY_VARIABLES }]);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, ValueRef] => [
      name,
      isSecretName(name) ? { kind: 'here', value, secret: true } : { kind: 'here', value },
    ]),
  );
}
