import { type FormField } from './form-fields.js';

/** How two fields are recognised as the same, the surest way first. */
const WAYS: readonly ((field: FormField) => string | undefined)[] = [
  ({ nodeId, path }) => JSON.stringify([nodeId ?? null, path]),
  ({ nodeId }) => nodeId,
  ({ path }) => JSON.stringify(path),
];

/** For each field of one form the same field of another; each is taken once. */
export function matchFields(
  before: readonly FormField[],
  after: readonly FormField[],
): ReadonlyMap<FormField, FormField> {
  const matches = new Map<FormField, FormField>();
  const taken = new Set<FormField>();
  for (const way of WAYS) {
    const open = byKey(
      after.filter((field) => !taken.has(field)),
      way,
    );
    for (const field of before) {
      const key = way(field);
      if (matches.has(field) || key === undefined) continue;
      const match = open.get(key);
      if (!match) continue;
      open.delete(key);
      matches.set(field, match);
      taken.add(match);
    }
  }
  return matches;
}

function byKey(
  fields: readonly FormField[],
  way: (field: FormField) => string | undefined,
): Map<string, FormField> {
  const found = new Map<string, FormField>();
  for (const field of fields) {
    const key = way(field);
    if (key !== undefined && !found.has(key)) found.set(key, field);
  }
  return found;
}
