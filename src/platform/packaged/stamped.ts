import { type JsonObject, type JsonValue } from '../../kernel/json.js';

/** Where documents of a kind say when they were made and changed, and by whom. */
export interface Stamps {
  readonly created: string;
  readonly createdBy: string;
  readonly updated: string;
  readonly updatedBy: string;
  /** How times are written: ISO 8601 text, or milliseconds since 1970. */
  readonly times: 'text' | 'epoch-ms';
}

/** As most documents say it. */
export const CAMEL_STAMPS: Stamps = {
  created: 'created',
  createdBy: 'createdBy',
  updated: 'lastUpdated',
  updatedBy: 'lastUpdatedBy',
  times: 'text',
};

/** Who changes a document, by name, and when. */
export interface Stamp {
  readonly at: Date;
  readonly by: string;
}

/** A document that somebody has just made; what it says of an earlier making is gone. */
export function stampedNew(stamps: Stamps, document: JsonObject, stamp: Stamp): JsonObject {
  const { created, createdBy } = stamps;
  const made = { ...document, [created]: timeOf(stamps, stamp.at), [createdBy]: stamp.by };
  return stampedChange(stamps, made, stamp);
}

/** A document that somebody has just changed. */
export function stampedChange(stamps: Stamps, document: JsonObject, stamp: Stamp): JsonObject {
  const { updated, updatedBy } = stamps;
  return { ...document, [updated]: timeOf(stamps, stamp.at), [updatedBy]: stamp.by };
}

function timeOf({ times }: Stamps, at: Date): JsonValue {
  return times === 'text' ? at.toISOString() : at.getTime();
}
