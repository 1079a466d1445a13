import { type JsonObject } from '../../../kernel/json.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { fromStored, toStored } from '../../../platform/database/storable.js';
import { CAMEL_STAMPS, stampedChange, stampedNew } from '../../../platform/packaged/stamped.js';
import { type TriggerFacts } from '../shape/trigger-definition.js';
import { type StoredTrigger } from './stored-trigger.js';

/** Who writes, and when; documents carry the name, records the id of the account. */
export interface Stamp {
  readonly at: Date;
  readonly by: { readonly id: string | null; readonly username: string };
}

/** A trigger that is about to be stored, and where. */
export interface NewTrigger {
  readonly id: string;
  readonly automationId: string;
  readonly position: number;
  readonly document: JsonObject;
  readonly facts: TriggerFacts;
}

/** The document of an automation or a trigger that somebody has just made. */
export function madeBy({ at, by }: Stamp, document: JsonObject): JsonObject {
  return stampedNew(CAMEL_STAMPS, document, { at, by: by.username });
}

/** The document of an automation or a trigger that somebody has just changed. */
export function changedBy({ at, by }: Stamp, document: JsonObject): JsonObject {
  return stampedChange(CAMEL_STAMPS, document, { at, by: by.username });
}

/**
 * The record of a trigger that somebody makes.
 * @throws AppError as `toStored` does.
 */
export function wholeTrigger(trigger: NewTrigger, stamp: Stamp): StoredTrigger {
  const { id, automationId, position, document, facts } = trigger;
  const made = madeBy(stamp, { ...document, _id: id, actionId: automationId });
  return {
    _id: id,
    automationId,
    position,
    ...facts,
    document: toStored(made),
    revision: 1,
    created: stamp.at,
    createdBy: stamp.by.id,
    updated: stamp.at,
    updatedBy: stamp.by.id,
    updatedWith: callerLimits(),
  };
}

/** The same trigger under another id. */
export function withId(trigger: StoredTrigger, id: string): StoredTrigger {
  const document = { ...fromStored(trigger.document), _id: id };
  return { ...trigger, _id: id, document: toStored(document) };
}

/** The document of a trigger as exports carry it. */
export function triggerDocument({ document }: StoredTrigger): JsonObject {
  return fromStored(document);
}
