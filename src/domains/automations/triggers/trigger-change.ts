import { type StoredTrigger } from '../stored/stored-trigger.js';

/** What a write of ours changes; an absent part is removed. The scheduler's own parts are its own. */
export type TriggerChange = Omit<
  StoredTrigger,
  '_id' | 'revision' | 'created' | 'createdBy' | 'dueAt' | 'planned'
>;

/** What stays when a trigger gets another definition. */
export type KeptParts = Pick<StoredTrigger, 'secret' | 'packageId' | 'packagedHash'>;

/** The parts that stay. */
export function keptOf({ secret, packageId, packagedHash }: KeptParts): KeptParts {
  return {
    ...(secret && { secret }),
    ...(packageId !== undefined && { packageId }),
    ...(packagedHash !== undefined && { packagedHash }),
  };
}

/** A record as a change of one that is there. */
export function changeTo(trigger: StoredTrigger): TriggerChange {
  const { route, event, schedule, form } = trigger;
  return {
    automationId: trigger.automationId,
    position: trigger.position,
    name: trigger.name,
    nameFolded: trigger.nameFolded,
    description: trigger.description,
    descriptionFolded: trigger.descriptionFolded,
    type: trigger.type,
    enabled: trigger.enabled,
    ...(route !== undefined && { route }),
    ...(event && { event }),
    ...(schedule && { schedule }),
    ...(form !== undefined && { form }),
    document: trigger.document,
    ...keptOf(trigger),
    updated: trigger.updated,
    updatedBy: trigger.updatedBy,
    updatedWith: trigger.updatedWith,
  };
}
