import { revisioned } from '../../../api/revision/revisioned.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type ContentRecord } from '../records/content-record.js';
import { shownContent } from '../records/exported-content.js';
import {
  type DeleteJsonFormsAnswer,
  type ImportJsonFormsAnswer,
  type ImportJsonFormsRequest,
  type JsonFormDocument,
  type ReplacedJsonFormAnswer,
  type SentJsonForm,
  type WrittenJsonFormAnswer,
} from './json-forms.dto.js';
import { type DeletionOutcome, type FormOutcome, type ReplacedForm } from './json-forms.service.js';

/** The form that was sent, wherever in the body it stands. */
export function sentJsonForm(body: SentJsonForm): {
  readonly document: JsonObject;
  readonly pointer: string;
} {
  // What validation lets through is plain JSON.
  const plain = Object.fromEntries<JsonValue>(Object.entries(body));
  const { options, name } = plain;
  const isWrapped = name === undefined && isJsonObject(options);
  return isWrapped
    ? { document: options, pointer: '#/options' }
    : { document: plain, pointer: '#' };
}

/** The forms that an import brings. */
export function toImport({ forms = [], form }: ImportJsonFormsRequest): readonly {
  readonly form: JsonValue;
  readonly pointer: string;
}[] {
  // A body is JSON, and so is every part of it.
  const several = (forms as readonly JsonValue[]).map((one, at) => ({
    form: one,
    pointer: `#/forms/${at}`,
  }));
  return form ? [...several, { form, pointer: '#/form' }] : several;
}

/** A form as reads show it. */
export function shownJsonForm(record: ContentRecord): JsonFormDocument {
  // What is stored is answered as it is; only its name is known.
  return shownContent('json-form', record) as unknown as JsonFormDocument;
}

/** Answer to a change of a form. */
export function writtenJsonForm(what: string, record: ContentRecord): WrittenJsonFormAnswer {
  return revisioned(record.revision, {
    status: 'success' as const,
    message: `Successfully ${what} JSON form '${record.name}'`,
    doc: shownJsonForm(record),
  });
}

/** Answer to the replacement of a form. */
export function replacedJsonForm({ record, storedAnswers }: ReplacedForm): ReplacedJsonFormAnswer {
  return Object.assign(writtenJsonForm('updated', record), { storedAnswers });
}

/** Answer to an import. */
export function importedJsonForms(outcomes: readonly FormOutcome[]): ImportJsonFormsAnswer {
  const count = outcomes.filter(({ success }) => success).length;
  return {
    status: count === outcomes.length ? 'success' : 'failure',
    message: `Imported ${count} of ${outcomes.length} JSON form(s)`,
    imported: outcomes.map((outcome) => ({
      ...outcome,
      // Clients look for the id under this key.
      created: outcome.created && {
        _id: outcome.created.id,
        ...shownContent('json-form', outcome.created),
      },
    })),
  };
}

/** Answer to the deletion of several forms. */
export function deletedJsonForms(outcomes: readonly DeletionOutcome[]): DeleteJsonFormsAnswer {
  const failed = outcomes.flatMap(({ id, failure }) =>
    failure === null ? [] : [{ id, message: failure }],
  );
  return {
    status: failed.length === 0 ? 'success' : 'failure',
    deleted: outcomes.length - failed.length,
    failed,
  };
}
