import { invalidInput } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';

/** The fields of a change, and where in the body they stand. */
export interface BodyFields<Fields> {
  readonly fields: Fields;
  readonly pointer: string;
}

/**
 * The fields of a change that clients send by themselves, or inside an object: of this name, or `updates`.
 * @throws AppError `invalid-input` for two of these at once
 */
export function fieldsOf<Key extends string, Fields extends object>(
  body: Fields & Readonly<Partial<Record<Key | 'updates', Fields>>>,
  name: Key,
): BodyFields<Fields> {
  const key = body[name] === undefined ? 'updates' : name;
  const wrapped = body[key];
  if (wrapped === undefined) return { fields: body, pointer: '#' };
  assertNothingBeside(body, key, [key]);
  return { fields: wrapped, pointer: `#/${key}` };
}

/**
 * A document that clients send inside an object, under this name, or by itself.
 * @param beside what may stand beside the name.
 * @throws AppError `invalid-input` for anything else beside it
 */
export function documentOf(
  body: object,
  name: string,
  beside: readonly string[] = [],
): { readonly document: JsonObject; readonly pointer: string } {
  const given = body as JsonObject; // what validation lets through is plain JSON
  const wrapped = given[name];
  if (wrapped === undefined) return { document: given, pointer: '#' };
  assertNothingBeside(body, name, [name, ...beside]);
  return { document: wrapped as JsonObject, pointer: `#/${name}` };
}

function assertNothingBeside(body: object, name: string, allowed: readonly string[]): void {
  const faults = Object.keys(body).filter((given) => !allowed.includes(given));
  if (faults.length === 0) return;
  throw invalidInput(
    faults.map((given) => ({ pointer: `#/${given}`, detail: `must not stand beside ${name}` })),
  );
}
