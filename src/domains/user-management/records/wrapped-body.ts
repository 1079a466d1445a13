import { invalidInput } from '../../../kernel/app-error.js';

/** The fields of a change, and where in the body they stand. */
export interface BodyFields<Fields> {
  readonly fields: Fields;
  readonly pointer: string;
}

/**
 * The fields of a change that clients send by themselves or inside an object of this name.
 * @throws AppError `invalid-input` for both at once
 */
export function fieldsOf<Key extends string, Fields extends object>(
  body: Fields & Readonly<Partial<Record<Key, Fields>>>,
  key: Key,
): BodyFields<Fields> {
  const wrapped = body[key];
  if (wrapped === undefined) return { fields: body, pointer: '#' };
  const beside = Object.keys(body).filter((name) => name !== key);
  if (beside.length === 0) return { fields: wrapped, pointer: `#/${key}` };
  throw invalidInput(
    beside.map((name) => ({ pointer: `#/${name}`, detail: `must not stand beside ${key}` })),
  );
}
