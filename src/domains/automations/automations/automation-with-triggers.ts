import { guarded, type Gbac } from '../../../kernel/gbac.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { toStored } from '../../../platform/database/storable.js';
import { automationFacts, type GivenAutomation } from '../shape/read-automation.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { madeBy, type Stamp, wholeTrigger } from '../stored/whole-trigger.js';
import { AUTOMATION_TYPE, type StoredAutomation } from '../stored/stored-automation.js';

/** An automation together with the triggers that it does not go without. */
export interface AutomationWithTriggers {
  readonly record: StoredAutomation;
  readonly triggers: readonly StoredTrigger[];
}

/** An automation that was read and whose references were resolved. */
export interface NewAutomation {
  readonly id: string;
  readonly document: JsonObject;
  readonly given: GivenAutomation;
  readonly gbac: Gbac;
  readonly componentId: string | null;
  /** One for each trigger. */
  readonly triggerIds: readonly string[];
}

/**
 * The records of an automation that somebody makes.
 * @throws AppError as `toStored` does.
 */
export function automationWithTriggers(
  automation: NewAutomation,
  stamp: Stamp,
): AutomationWithTriggers {
  const { id, document, given, gbac, componentId, triggerIds } = automation;
  const made = madeBy(stamp, { ...withoutTriggers(document), _id: id });
  const record: StoredAutomation = {
    _id: id,
    name: given.name,
    nameFolded: foldText(given.name),
    type: AUTOMATION_TYPE,
    document: toStored(made),
    facts: automationFacts(made),
    ...guarded(gbac),
    componentId,
    ...(stamp.by.id !== null && { componentBy: { id: stamp.by.id, limits: callerLimits() } }),
    revision: 1,
    created: stamp.at,
    ...(stamp.by.id !== null && { createdBy: stamp.by.id, updatedBy: stamp.by.id }),
    updated: stamp.at,
  };
  const triggers = given.triggers.map((trigger, position) =>
    wholeTrigger({ ...trigger, id: triggerIds[position] ?? '', automationId: id, position }, stamp),
  );
  return { record, triggers };
}

/** Triggers have records of their own; that there was a list stays visible to exports. */
export function withoutTriggers(document: JsonObject): JsonObject {
  return 'triggers' in document ? { ...document, triggers: [] } : document;
}
