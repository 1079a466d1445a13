import { createHash } from 'node:crypto';
import { type JsonObject } from '../../../kernel/json.js';
import { toStored } from '../../../platform/database/storable.js';
import { type TriggerFacts } from '../shape/trigger-definition.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';

/** A trigger as the automation of a package brings it. */
export interface PackagedTrigger {
  readonly packageId: string;
  readonly automationId: string;
  readonly position: number;
  readonly document: JsonObject;
  readonly facts: TriggerFacts;
}

/**
 * The record of a trigger that came with a package. Its id follows from where it is, so that settling
 * twice makes it once; its document says who made it elsewhere.
 */
export function packagedTrigger(trigger: PackagedTrigger, at: Date): StoredTrigger {
  const { packageId, automationId, position, document, facts } = trigger;
  const own = document['_id'];
  const place = [automationId, typeof own === 'string' ? own : position];
  const _id = sha256(JSON.stringify(place)).slice(0, 24);
  return {
    _id,
    automationId,
    position,
    ...facts,
    document: toStored({ ...document, _id, actionId: automationId }),
    packageId,
    packagedHash: sha256(JSON.stringify(document)),
    revision: 1,
    created: at,
    createdBy: null,
    updated: at,
    updatedBy: null,
    updatedWith: null,
  };
}

/** The same without its route, which another trigger has: it cannot be called. */
export function withoutRoute({ route: _, ...trigger }: StoredTrigger): StoredTrigger {
  return { ...trigger, enabled: false };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
