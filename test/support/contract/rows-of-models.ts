import { type Connection, mongo, type Schema, type SchemaType } from 'mongoose';
import { TEXT, TIME } from './sample-values.js';

type Row = Record<string, unknown>;

/** One row of a collection as its models declare it; `at` tells rows apart where an index demands it. */
export type RowMaker = (at: number) => Row;

/** Makers of rows for every collection that a model declares. */
export function rowMakers(connection: Connection): ReadonlyMap<string, RowMaker> {
  const models = Object.values(connection.models);
  const names = new Set(models.map(({ collection }) => collection.collectionName));
  return new Map(
    [...names].map((name) => {
      const schemas = models
        .filter(({ collection }) => collection.collectionName === name)
        .map(({ schema }) => schema);
      return [name, makerOf(schemas)] as const;
    }),
  );
}

function makerOf(schemas: readonly Schema[]): RowMaker {
  const unique = schemas
    .flatMap((schema) => schema.indexes())
    .filter(([, options]) => options.unique === true)
    .flatMap(([keys]) => Object.keys(keys));
  return (at) => {
    const row: Row = Object.assign(
      { _id: TEXT },
      ...schemas.map((schema) => sampleOf(schema)),
    ) as Row;
    if (at > 0) for (const path of new Set(['_id', ...unique])) tellApart(row, path.split('.'), at);
    return row;
  };
}

function sampleOf(schema: Schema): Row {
  const row: Row = {};
  schema.eachPath((path, type) => {
    const value = valueOf(type);
    if (value !== undefined) put(row, path.split('.'), value);
  });
  return row;
}

const PLAIN: Readonly<Record<string, () => unknown>> = {
  String: () => TEXT,
  Number: () => 1,
  Boolean: () => true,
  Date: () => TIME,
  ObjectId: () => new mongo.ObjectId(),
  Buffer: () => Buffer.from(TEXT),
  Mixed: () => ({ [TEXT]: TEXT }),
};

function valueOf(type: SchemaType): unknown {
  const { instance, schema, options } = type as SchemaType & { readonly schema?: Schema };
  const [first] = (options as { readonly enum?: readonly unknown[] }).enum ?? [];
  if (first !== undefined && instance === 'String') return first;
  if (instance === 'Array') return [schema ? sampleOf(schema) : TEXT];
  return schema ? sampleOf(schema) : PLAIN[instance]?.();
}

function put(row: Row, [key = '', ...below]: readonly string[], value: unknown): void {
  if (below.length === 0) row[key] = value;
  else put((row[key] ??= {}) as Row, below, value);
}

function tellApart(row: Row, [key = '', ...below]: readonly string[], at: number): void {
  const value = row[key];
  if (Array.isArray(value) && below.length > 0) tellApart(value[0] as Row, below, at);
  else if (below.length > 0) tellApart((row[key] ??= {}) as Row, below, at);
  else row[key] = differing(value, at);
}

function differing(value: unknown, at: number): unknown {
  if (typeof value === 'number') return value + at;
  if (value instanceof Date) return new Date(value.getTime() + at);
  if (value instanceof mongo.ObjectId) return new mongo.ObjectId();
  if (Array.isArray(value)) return [`${TEXT}-${String(at)}`];
  return `${TEXT}-${String(at)}`;
}
