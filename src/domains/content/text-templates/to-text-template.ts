import { revisioned } from '../../../api/revision/revisioned.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type ContentRecord } from '../records/content-record.js';
import { shownContent } from '../records/exported-content.js';
import { templateWarnings } from '../kinds/text-template-rules.js';
import {
  type CreateTextTemplateAnswer,
  type ImportTextTemplatesAnswer,
  type TextTemplateDocument,
  type UpdateTextTemplateAnswer,
} from './text-templates.dto.js';
import { type TemplateOutcome } from './text-templates.service.js';

/** A template as reads show it. */
export function shownTemplate(record: ContentRecord): JsonObject & TextTemplateDocument {
  // What is stored is answered as it is; only its name is known.
  const shown = shownContent('template', record) as JsonObject & TextTemplateDocument;
  return revisioned(record.revision, shown);
}

/** What creating a template answers. */
export function createdTemplate(record: ContentRecord): CreateTextTemplateAnswer {
  return { created: shownTemplate(record), ...aboutTemplate(record) };
}

/** The same of a change. */
export function updatedTemplate(record: ContentRecord): UpdateTextTemplateAnswer {
  return { updated: shownTemplate(record), ...aboutTemplate(record) };
}

/** What an import answers. */
export function importedTemplates(outcomes: readonly TemplateOutcome[]): ImportTextTemplatesAnswer {
  const count = outcomes.filter(({ record }) => record !== null).length;
  return {
    message: `Imported ${count} of ${outcomes.length} template(s)`,
    imported: outcomes.map(({ message, original, record }) => ({
      success: record !== null,
      message,
      original,
      created: record && shownContent('template', record),
      warnings: record ? templateWarnings(record.document) : [],
    })),
  };
}

function aboutTemplate({ id, document }: ContentRecord): {
  readonly edit: string;
  readonly warnings: readonly string[];
} {
  const edit = `/automation-studio/templates/${encodeURIComponent(id)}`;
  return { edit, warnings: templateWarnings(document) };
}
