import { type JsonObject, type JsonValue } from '../../kernel/json.js';

/** What a field of a payload holds. */
export interface PayloadField {
  readonly type: 'text' | 'whole' | 'flag' | 'texts' | 'object';
  readonly note: string;
  /** Null where there is nothing to say. */
  readonly nullable?: true;
  /** The key may be missing. */
  readonly optional?: true;
}

/** The fields of a payload by their keys. */
export type PayloadFields = Readonly<Record<string, PayloadField>>;

/** One event of the platform: what it is called, what it means and what it carries. */
export interface EventDeclaration {
  /** The application that tells it, as the operations table has it; `Platform` for the server itself. */
  readonly source: string;
  readonly topic: string;
  readonly description: string;
  readonly payload: PayloadFields;
}

/** Events by the keys that publishers call them by. */
export type EventDeclarations = Readonly<Record<string, EventDeclaration>>;

interface FieldTypes {
  readonly text: string;
  readonly whole: number;
  readonly flag: boolean;
  readonly texts: readonly string[];
  readonly object: Readonly<Record<string, unknown>>;
}
type ValueOf<F extends PayloadField> =
  FieldTypes[F['type']] | (F extends { readonly nullable: true } ? null : never);
type OptionalKey<P extends PayloadFields> = {
  [K in keyof P]: P[K] extends { readonly optional: true } ? K : never;
}[keyof P];

/** What a publisher hands in for an event with these fields. */
export type PayloadOf<P extends PayloadFields> = {
  readonly [K in Exclude<keyof P, OptionalKey<P>>]: ValueOf<P[K]>;
} & { readonly [K in OptionalKey<P>]?: ValueOf<P[K]> | undefined };

const SCHEMAS: Readonly<Record<PayloadField['type'], JsonObject>> = {
  text: { type: 'string' },
  whole: { type: 'integer' },
  flag: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
  object: { type: 'object' },
};

/** The JSON Schema (draft 7) of the payload: further keys may come with later versions. */
export function payloadSchema({ payload }: Pick<EventDeclaration, 'payload'>): JsonObject {
  const fields = Object.entries(payload);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([key, field]) => [key, fieldSchema(field)])),
    required: fields.filter(([, { optional }]) => !optional).map(([key]) => key),
  };
}

function fieldSchema({ type, note, nullable }: PayloadField): JsonObject {
  const schema = SCHEMAS[type];
  const kind: JsonValue = nullable ? [schema['type'] ?? 'null', 'null'] : (schema['type'] ?? null);
  return { ...schema, type: kind, description: note };
}
