import { guarded } from '../../../kernel/gbac.js';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { componentOf, type ComponentReference } from '../shape/read-automation.js';
import { type StoredTrigger } from './stored-trigger.js';
import { shownTrigger } from './trigger-secrets.js';
import { triggerDocument } from './whole-trigger.js';
import { type Automation, type Component, type StoredAutomation } from './stored-automation.js';

/** An automation as services see it. */
export function toAutomation(stored: StoredAutomation, component: Component): Automation {
  const { gbac, readers } = stored;
  return {
    id: stored._id,
    name: stored.name,
    revision: stored.revision ?? 0,
    packageId: stored.packageId,
    // One that nothing was derived of is for administrators alone.
    guard: gbac && readers ? { gbac, readers } : guarded({ read: ['?'], write: ['?'] }),
    component,
    componentBy: stored.componentBy,
    document: documentOf(stored),
  };
}

/** The document of an automation; the triggers of one of a package stand in it as they came. */
export function documentOf({ document = {} }: StoredAutomation): JsonObject {
  return fromStored(document);
}

/** What the record says that the automation starts. */
export function referenceOf(stored: StoredAutomation): ComponentReference {
  const reference = componentOf(documentOf(stored));
  return { ...reference, id: stored.componentId ?? reference.id };
}

/** An automation as exports carry it: as it came, with its triggers, whose secrets are placeholders. */
export function exported(automation: Automation, triggers: readonly StoredTrigger[]): JsonObject {
  const { document, component, id } = automation;
  const hasTriggers = 'triggers' in document || triggers.length > 0;
  return {
    ...document,
    _id: id,
    ...('componentId' in document && { componentId: component.id }),
    ...('componentName' in document && { componentName: component.name }),
    ...(hasTriggers && { triggers: triggers.map(toShown) }),
  };
}

function toShown(trigger: StoredTrigger): JsonObject {
  return shownTrigger(triggerDocument(trigger));
}
