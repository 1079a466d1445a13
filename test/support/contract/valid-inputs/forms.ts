import { LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const FORM = { name: ' ', children: [], elements: [], groups: [] };

/** Forms of the form builder; a blank name is refused after validation. */
export const FORM_INPUTS = {
  preserveFormData: { body: { form_name: 'absent', data: { children: {} } } },
  listForms: { flat: { ...LIST_GRAMMAR, tag: 'x' } },
  createForm: { body: { form: FORM } },
  updateForm: { body: { form: FORM } },
  exportForm: { flat: { dialect: 'interface' } },
  importForm: { body: { form: FORM, options: { overwrite: false } } },
  deleteForm: { flat: { force: 'true' } },
} as const satisfies ValidInputs;
