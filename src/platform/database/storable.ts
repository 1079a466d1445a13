import { AppError, invalidInput } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { jsonSteps } from '../../kernel/json-writing.js';
import { TimeSlicer } from '../concurrency/time-slicer.js';
import { DocumentWalk } from './document-walk.js';

/** Largest document from outside, as BSON; a record with it stays below MongoDB's 16 MiB. */
export const DOCUMENT_LIMIT_BYTES = 12 * 1024 * 1024;

/** Documents of more values are kept as text where that can be written in turns. */
const VALUES_MAX = 10_000;

/** Bounds that a caller may narrow. */
export interface StorableOptions {
  /** Largest size as BSON; `DOCUMENT_LIMIT_BYTES` when absent. */
  readonly limitBytes?: number;
}

/** What the one field of a record holds: the document itself, or its JSON text where it must be. */
export type StoredDocument = JsonObject | string;

/**
 * Checks that a JSON document can be stored and answered unchanged (ADR 0062).
 * @throws AppError `invalid-input` with a pointer for each of the first faults: a `__proto__` key,
 *   nesting beyond `DOCUMENT_DEPTH_MAX`, NUL in a key, a lone surrogate, a number or value that JSON
 *   does not know.
 * @throws AppError `document-too-large` beyond the limit.
 */
export function assertStorable(document: unknown, options: StorableOptions = {}): void {
  new DocumentWalk(options.limitBytes ?? DOCUMENT_LIMIT_BYTES).run(document);
}

/** The same, while others have their turn. @throws AppError as `assertStorable` does. */
export async function assertStorableInTurns(
  document: unknown,
  { limitBytes = DOCUMENT_LIMIT_BYTES }: StorableOptions = {},
): Promise<void> {
  await new TimeSlicer().finish(new DocumentWalk(limitBytes).steps(document));
}

/**
 * The form in which a record keeps a document from outside. It is the document itself unless that
 * holds an object which the driver or mongoose would take for a type of its own: `{$ref, $id}` comes back as a
 * DBRef with other keys, `_bsontype` makes the write fail, `constructor` is left out. Such a document is kept as JSON text.
 * @throws AppError as `assertStorable` does.
 */
export function toStored(document: unknown, options: StorableOptions = {}): StoredDocument {
  const limitBytes = options.limitBytes ?? DOCUMENT_LIMIT_BYTES;
  const survivesDriver = new DocumentWalk(limitBytes).run(document);
  if (!isJsonObject(document)) throw noObject();
  if (survivesDriver) return document;
  const text = JSON.stringify(document);
  if (Buffer.byteLength(text) <= limitBytes) return text;
  throw tooLarge(limitBytes);
}

/**
 * The same, while others have their turn. A document of many values is kept as text as well: the driver
 * takes long over each value, at one go.
 * @throws AppError as `assertStorable` does.
 */
export async function storedInTurns(
  document: unknown,
  { limitBytes = DOCUMENT_LIMIT_BYTES }: StorableOptions = {},
): Promise<StoredDocument> {
  const turns = new TimeSlicer();
  const walk = new DocumentWalk(limitBytes);
  const survivesDriver = await turns.finish(walk.steps(document));
  if (!isJsonObject(document)) throw noObject();
  if (survivesDriver && walk.values <= VALUES_MAX) return document;
  const text = await turns.finish(jsonSteps(document));
  if (Buffer.byteLength(text) <= limitBytes) return text;
  if (survivesDriver) return document;
  throw tooLarge(limitBytes);
}

/** The document that `toStored` was given. */
export function fromStored(stored: StoredDocument): JsonObject {
  if (typeof stored !== 'string') return stored;
  const document: unknown = JSON.parse(stored);
  invariant(isJsonObject(document), 'a stored text holds a document');
  return document;
}

function noObject(): AppError {
  return invalidInput([{ pointer: '#', detail: 'must be an object' }]);
}

function tooLarge(limitBytes: number): AppError {
  return new AppError(
    'document-too-large',
    `The document is larger than ${limitBytes} bytes in stored form`,
  );
}
