import { isInstant } from '../../../api/fields/instant.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { listMetadata } from '../../../api/query/list-metadata.js';
import { messageWithWarnings } from '../message-with-warnings.js';
import { nextOccurrence, nextOccurrences } from '../schedule/occurrences.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { type TriggerImport } from './trigger-edits.service.js';
import {
  type ImportTriggersAnswer,
  type ListTriggersAnswer,
  type NextRunsAnswer,
  type ShownTrigger,
  type TriggerAnswer,
} from './triggers.dto.js';
import { shownTrigger } from '../stored/trigger-secrets.js';
import { triggerDocument } from '../stored/whole-trigger.js';

/** So many runs are told ahead: each costs a look at the calendar. */
const NEXT_RUNS_MAX = 50;

/** A trigger as operations show it. */
export function toShownTrigger(trigger: StoredTrigger, now: Date): ShownTrigger {
  const document: JsonObject = shownTrigger(triggerDocument(trigger));
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
    ...(trigger.schedule && {
      nextRunAt: nextRunAt(trigger, now),
      lastMissedAt: trigger.lastMissed?.getTime() ?? null,
    }),
    ...(trigger.type === 'endpoint' && { credential: trigger.secret?.kind ?? null }),
  };
}

/** A part of the triggers. */
export function toTriggerList(list: PageRequest, page: Page<ShownTrigger>): ListTriggersAnswer {
  return {
    message: 'Successfully retrieved triggers',
    data: page.items,
    metadata: listMetadata(list, page),
  };
}

/** What became of an import, in the order of the items. */
export function toTriggerImport(
  outcomes: readonly TriggerImport[],
  now: Date,
): ImportTriggersAnswer {
  const data = outcomes.map((outcome) => {
    if (outcome.kind === 'refused') return { success: false, message: outcome.message, data: null };
    const { message, data: trigger } = toTriggerAnswer('imported', outcome.written, now);
    return { success: true, message, data: trigger };
  });
  const count = data.filter(({ success }) => success).length;
  return { message: `Successfully imported ${count} trigger(s)`, data, metadata: {} };
}

/** `Successfully created trigger 'x'` and what it refers to that is not here. */
export function toTriggerAnswer(
  done: string,
  { trigger, warnings = [] }: { trigger: StoredTrigger; warnings?: readonly string[] },
  now: Date,
): TriggerAnswer {
  return {
    message: messageWithWarnings(`Successfully ${done} trigger '${trigger.name}'`, warnings),
    data: toShownTrigger(trigger, now),
    metadata: {},
  };
}

/** When a schedule that is switched on comes round. */
export function toNextRuns({ enabled, schedule, name }: StoredTrigger, now: Date): NextRunsAnswer {
  const times = enabled && schedule ? nextOccurrences(schedule, now, NEXT_RUNS_MAX) : [];
  return {
    message: `Successfully retrieved the next runs of trigger '${name}'`,
    data: times.map((time) => time.getTime()),
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
