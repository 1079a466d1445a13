import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type ContentKind } from './content-kinds.js';

/** Who changes a document, and when. */
export interface Stamp {
  readonly at: Date;
  readonly by: string;
}

/** A document that somebody has just made; what it says of an earlier making is gone. */
export function stampedNew(kind: ContentKind, document: JsonObject, stamp: Stamp): JsonObject {
  const { created, createdBy } = kind.stamps;
  return stampedChange(
    kind,
    { ...document, [created]: timeOf(kind, stamp.at), [createdBy]: stamp.by },
    stamp,
  );
}

/** A document that somebody has just changed. */
export function stampedChange(kind: ContentKind, document: JsonObject, stamp: Stamp): JsonObject {
  const { updated, updatedBy } = kind.stamps;
  return { ...document, [updated]: timeOf(kind, stamp.at), [updatedBy]: stamp.by };
}

function timeOf({ stamps }: ContentKind, at: Date): JsonValue {
  return stamps.times === 'text' ? at.toISOString() : at.getTime();
}
