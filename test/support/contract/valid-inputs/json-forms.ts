import { LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const FORM = { name: ' ', struct: { type: 'array', items: [] }, schema: {} };

/** JSON forms; a blank name is refused after validation. */
export const JSON_FORM_INPUTS = {
  listJsonForms: { flat: { ...LIST_GRAMMAR, tag: 'x' } },
  createJsonForm: { body: { ...FORM, options: {} } },
  updateJsonForm: { body: { ...FORM, options: {} } },
  deleteJsonForms: { body: { ids: ['absent'] } },
  importJsonForms: { body: { forms: [FORM], form: FORM, options: { overwrite: false } } },
  exportJsonForm: { flat: { dialect: 'interface' } },
  validateJsonFormAnswers: { body: { formData: {}, data: {} } },
  resolveJsonFormBindings: { body: { formData: {}, fields: ['#/x'] } },
  migrateJsonFormAnswers: { body: { formData: {}, fromRevision: 1, fromSchemaHash: 'x' } },
  deleteJsonForm: { flat: { force: 'true' } },
} as const satisfies ValidInputs;
