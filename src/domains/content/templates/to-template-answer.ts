import { type JsonObject } from '../../../kernel/json.js';
import { KIND_RULES } from '../kinds/kind-rules.js';
import { type ContentRecord } from '../records/content-record.js';
import { CONTENT_KINDS } from '../kinds/content-kinds.js';
import { shownContent } from '../records/exported-content.js';
import { type TemplateKind } from './templates.service.js';
import {
  type ChangedTemplate,
  type CommandTemplateDocument,
  type DeletedTemplate,
  type MadeTemplate,
  type TemplateDocument,
} from './templates.dto.js';

/** A template as it is read: with its id. */
export function toTemplate(kind: TemplateKind, record: ContentRecord): TemplateDocument {
  // What is stored is answered as it is; only its name and id are known.
  const document = shownContent(kind, record) as JsonObject & TemplateDocument;
  return kind === 'mop-template' ? withWhatIsLookedFor(document) : document;
}

/** A command template as clients list it. */
export function toCommandTemplate(record: ContentRecord): CommandTemplateDocument {
  return withWhatIsLookedFor(shownContent('mop-template', record) as JsonObject & TemplateDocument);
}

/** Clients fail where these are absent; null will do. */
function withWhatIsLookedFor(document: JsonObject & TemplateDocument): CommandTemplateDocument {
  const lookedFor: JsonObject = { description: null, namespace: null };
  return Object.assign(lookedFor, document) as JsonObject & CommandTemplateDocument;
}

/** The answer to making a template, in the words of every client. */
export function toMade(kind: TemplateKind, record: ContentRecord, done: string): MadeTemplate {
  const data = toTemplate(kind, record);
  return {
    status: 'OK',
    message: messageOf(kind, record.name, done),
    data,
    ops: [data],
    insertedCount: 1,
    insertedIds: { '0': record.id },
    warnings: warningsOf(kind, record),
    result: { n: 1, ok: 1 },
  };
}

/** The answer to changing a template, in the words of every client. */
export function toChanged(kind: TemplateKind, record: ContentRecord): ChangedTemplate {
  return {
    status: 'OK',
    message: messageOf(kind, record.name, 'updated'),
    data: toTemplate(kind, record),
    acknowledged: true,
    matchedCount: 1,
    modifiedCount: 1,
    n: 1,
    nModified: 1,
    ok: 1,
    warnings: warningsOf(kind, record),
  };
}

/** The answer to deleting a template. */
export function toDeleted(kind: TemplateKind, idOrName: string): DeletedTemplate {
  const message = messageOf(kind, idOrName, 'deleted');
  return { status: 'OK', message, acknowledged: true, deletedCount: 1 };
}

function warningsOf(kind: TemplateKind, { document }: ContentRecord): readonly string[] {
  return KIND_RULES[kind].warnings?.(document) ?? [];
}

function messageOf(kind: TemplateKind, name: string, done: string): string {
  return `Successfully ${done} ${CONTENT_KINDS[kind].label.toLowerCase()} ${name}.`;
}
