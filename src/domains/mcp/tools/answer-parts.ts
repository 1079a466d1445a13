import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** Members in which answers of lists carry their items. */
const ITEMS = ['items', 'results', 'data', 'list', 'packages', 'result'] as const;

/** A part of a list, whichever form the operation has given it. */
export interface ListPart {
  readonly items: readonly JsonValue[];
  /** How many there are in all; undefined where the answer does not say. */
  readonly total: number | undefined;
}

export function listPart(body: JsonValue): ListPart {
  if (Array.isArray(body)) return { items: body, total: undefined };
  if (!isJsonObject(body)) return { items: [], total: undefined };
  const { total, metadata } = body;
  const counted = total ?? (isJsonObject(metadata) ? metadata['total'] : undefined);
  const items = ITEMS.map((name) => body[name]).find((member) => Array.isArray(member));
  return {
    items: Array.isArray(items) ? items : [],
    total: typeof counted === 'number' ? counted : undefined,
  };
}

/** The one object that an answer is about: some wrap it in a list of one, others in `data`. */
export function oneObject(body: JsonValue): JsonValue {
  if (Array.isArray(body)) return body.length === 1 ? (body[0] ?? null) : body;
  if (isJsonObject(body) && isJsonObject(body['data']) && 'message' in body) return body['data'];
  return body;
}

/** These members alone, of members within others by dotted names; those that are absent are left out. */
export function pickFields(value: JsonValue, fields: readonly string[]): JsonValue {
  if (fields.length === 0 || !isJsonObject(value)) return value;
  const found = fields.map((field) => [field, memberAt(value, field)] as const);
  return Object.fromEntries(found.filter(([, member]) => member !== undefined)) as JsonObject;
}

function memberAt(value: JsonValue, field: string): JsonValue | undefined {
  return field
    .split('.')
    .reduce<JsonValue | undefined>(
      (within, key) =>
        isJsonObject(within) && Object.hasOwn(within, key) ? within[key] : undefined,
      value,
    );
}

/** All members but these. */
export function omitFields(value: JsonObject, fields: readonly string[]): JsonObject {
  const kept = Object.entries(value).filter(([key]) => !fields.includes(key));
  return Object.fromEntries(kept);
}
