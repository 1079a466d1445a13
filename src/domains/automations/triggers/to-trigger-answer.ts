import { isInstant } from '../../../api/fields/instant.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { listMetadata } from '../../../api/query/list-metadata.js';
import { inWords } from '../in-words.js';
import { nextOccurrence } from '../schedule/occurrences.js';
import { type StoredTrigger } from './stored-trigger.js';
import { type TriggerList } from './trigger-list.js';
import { type ListTriggersAnswer, type ShownTrigger, type TriggerAnswer } from './triggers.dto.js';
import { triggerDocument } from './whole-trigger.js';

/** A trigger as operations show it. */
export function toShownTrigger(trigger: StoredTrigger, now: Date): ShownTrigger {
  const document: JsonObject = triggerDocument(trigger);
  const description = textOf(document['description']);
  return {
    ...document,
    _id: trigger._id,
    name: trigger.name,
    type: trigger.type,
    enabled: trigger.enabled,
    actionType: 'automations',
    actionId: trigger.automationId,
    description: description ?? '',
    created: timeOf(document['created']),
    createdBy: textOf(document['createdBy']),
    lastUpdated: timeOf(document['lastUpdated']),
    lastUpdatedBy: textOf(document['lastUpdatedBy']),
    ...(trigger.schedule && { nextRunAt: nextRunAt(trigger, now) }),
  };
}

/** A part of the triggers. */
export function toTriggerList(
  list: TriggerList,
  page: Page<StoredTrigger>,
  now: Date,
): ListTriggersAnswer {
  return {
    message: 'Successfully retrieved triggers',
    data: page.items.map((trigger) => toShownTrigger(trigger, now)),
    metadata: listMetadata(list, page),
  };
}

/** `Successfully created trigger 'x'` and what it refers to that is not here. */
export function toTriggerAnswer(
  done: string,
  { trigger, warnings = [] }: { trigger: StoredTrigger; warnings?: readonly string[] },
  now: Date,
): TriggerAnswer {
  return {
    message: inWords(`Successfully ${done} trigger '${trigger.name}'`, warnings),
    data: toShownTrigger(trigger, now),
    metadata: {},
  };
}

function nextRunAt({ enabled, schedule }: StoredTrigger, now: Date): number | null {
  if (!enabled || !schedule) return null;
  return nextOccurrence(schedule, now)?.getTime() ?? null;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function timeOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && isInstant(value) ? value : null;
}
