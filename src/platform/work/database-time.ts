import { type mongo } from 'mongoose';

/*
 * Times by the clock of the database: nodes agree on them, however wrong their own clocks are. They are
 * expressions, for updates that are pipelines and for `$expr`.
 */

/** So many milliseconds from now. */
export function fromNow(ms: number): mongo.Document {
  return { $add: ['$$NOW', ms] };
}

/**
 * A condition: the time in this field has come. An index on the field serves it.
 * @param agoMs it came so long ago, in milliseconds.
 */
export function isDue(field: string, agoMs = 0): mongo.Document {
  const before = agoMs === 0 ? '$$NOW' : fromNow(-agoMs);
  return { [field]: { $type: 'date' }, $expr: { $lte: [`$${field}`, before] } };
}

/**
 * An update, for an upsert by id: stores the document unless one of its id is there, which stays as it is.
 * @param times its fields that are set by the clock of the database.
 */
export function insertedWith(document: object, times: mongo.Document): mongo.Document[] {
  return [{ $replaceWith: { $mergeObjects: [{ $literal: document }, times, '$$ROOT'] } }];
}
