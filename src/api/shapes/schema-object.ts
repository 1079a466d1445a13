/** A JSON Schema (2020-12) in the form the OpenAPI 3.1 document carries it. */
export type SchemaObject = Readonly<Record<string, unknown>>;
