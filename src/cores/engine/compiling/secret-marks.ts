import { type JsonObject } from '../../../kernel/json.js';
import { objectOf, ownObject, ownValue } from '../../../kernel/json-reading.js';
import { decoratedPointers } from './references.js';

/** Whether values of this name are secret wherever they occur. */
export type SecretNames = (name: string) => boolean;

const ENCRYPTION = 'encryption';

/** Inputs or outputs of a task that are kept secret: by a decorator that points at or into them, or by their name. */
export function secretMembers(
  variables: JsonObject,
  side: 'incoming' | 'outgoing',
  isSecretName: SecretNames,
): ReadonlySet<string> {
  const pointers = decoratedPointers(ownValue(variables, 'decorators'), ENCRYPTION);
  return new Set([
    ...pointers.flatMap((pointer) => namePointedAt(pointer, side)),
    ...Object.keys(ownObject(variables, side)).filter(isSecretName),
  ]);
}

/** Job variables that are kept secret: by a decorator, by the form of their input, or by their name. */
export function secretVariables(
  document: JsonObject,
  known: Iterable<string>,
  isSecretName: SecretNames,
): ReadonlySet<string> {
  const pointers = decoratedPointers(ownValue(document, 'decorators'), ENCRYPTION);
  const properties = Object.entries(ownObject(ownObject(document, 'inputSchema'), 'properties'));
  return new Set([
    ...pointers.flatMap((pointer) => namePointedAt(pointer, 'variables')),
    ...properties
      .filter(([, schema]) => ownValue(objectOf(schema), 'format') === 'password')
      .map(([name]) => name),
    ...properties.map(([name]) => name).filter(isSecretName),
    ...[...known].filter(isSecretName),
  ]);
}

/** `/incoming/a~1b/c` points into `a/b`; a pointer to the other side points at nothing here. */
function namePointedAt(pointer: string, side: string): readonly string[] {
  const [, first, name] = pointer.split('/');
  if (first !== side || name === undefined) return [];
  return [name.replaceAll('~1', '/').replaceAll('~0', '~')];
}
