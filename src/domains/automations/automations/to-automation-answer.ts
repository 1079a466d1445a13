import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { isInstant } from '../../../api/fields/instant.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { listMetadata } from '../../../api/query/list-metadata.js';
import { messageWithWarnings } from '../message-with-warnings.js';
import { type ImportOutcome } from './automation-import.service.js';
import {
  type AutomationAnswer,
  type CreatedAutomation,
  type ImportAutomationsStatus,
  type ImportedAutomation,
  type ListAutomationsAnswer,
  type ShownAutomation,
  type ShownGroup,
} from './automations.dto.js';
import { type NamedAutomation } from './automations.service.js';
import { type Automation } from '../stored/stored-automation.js';

/** An automation as operations show it. */
export function toShownAutomation({ automation, groups }: NamedAutomation): ShownAutomation {
  const { read, write } = automation.guard.gbac;
  const shown = (id: string): ShownGroup => {
    const { provenance, name } = groups.get(id) ?? { provenance: '', name: '' };
    return { _id: id, provenance, name };
  };
  return { ...described(automation), gbac: { read: read.map(shown), write: write.map(shown) } };
}

/** An automation as operation 12 answers it. */
function toCreatedAutomation(automation: Automation): CreatedAutomation {
  const { read, write } = automation.guard.gbac;
  return { ...described(automation), gbac: { read, write } };
}

function described(automation: Automation): Omit<CreatedAutomation, 'gbac'> {
  const { id, name, component, document } = automation;
  return {
    ...withoutKey(document, 'triggers'),
    _id: id,
    name,
    description: textOf(document['description']) ?? '',
    componentType: component.type,
    componentName: component.name,
    componentId: component.id,
    created: timeOf(document['created']),
    createdBy: textOf(document['createdBy']),
    lastUpdated: timeOf(document['lastUpdated']),
    lastUpdatedBy: textOf(document['lastUpdatedBy']),
  };
}

/** A part of the automations. */
export function toAutomationList(
  list: PageRequest,
  page: Page<ShownAutomation>,
): ListAutomationsAnswer {
  return {
    message: 'Successfully retrieved automations',
    data: page.items,
    metadata: listMetadata(list, page),
  };
}

/** `Successfully created automation 'x'` and what it refers to that is not here. */
export function toAutomationAnswer(
  done: string,
  named: NamedAutomation,
  warnings: readonly string[] = [],
): AutomationAnswer {
  const message = messageOf(done, named.automation, warnings);
  return { message, data: toShownAutomation(named), metadata: {} };
}

function messageOf(done: string, { name }: Automation, warnings: readonly string[]): string {
  return messageWithWarnings(`Successfully ${done} automation '${name}'`, warnings);
}

/** What became of an import, in the order of the items. */
export function toImportStatus(
  items: readonly unknown[],
  outcomes: readonly ImportOutcome[],
): ImportAutomationsStatus {
  const imported = outcomes.map((outcome, at) => toImported(items[at], outcome));
  const count = imported.filter(({ success }) => success).length;
  return {
    status: 'success',
    message: `Successfully imported ${count} automation(s)`,
    imported,
    data: imported.map(({ success, message, created }) => ({ success, message, data: created })),
    metadata: { total: items.length, imported: count },
  };
}

function toImported(original: unknown, outcome: ImportOutcome): ImportedAutomation {
  if (outcome.kind === 'refused')
    return { success: false, message: outcome.message, original, created: null };
  const { automation, warnings } = outcome;
  const message = messageOf('imported', automation, warnings);
  return { success: true, message, original, created: toCreatedAutomation(automation) };
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function timeOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && isInstant(value) ? value : null;
}

function withoutKey(document: JsonObject, without: string): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== without));
}
