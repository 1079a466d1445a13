import { type ValidInputs } from './valid-inputs.js';

const FORM = { name: ' ', children: [], elements: [], groups: [] };

/** Forms of the form builder; a blank name is refused after validation. */
export const FORM_INPUTS = {
  preserveFormData: { body: { form_name: 'absent', data: { children: {} } } },
  listForms: {
    flat: {
      contains: 'x',
      containsField: 'name',
      equals: 'x',
      equalsField: 'description',
      startsWith: 'x',
      startsWithField: 'name',
      tag: 'x',
      sort: 'name',
      order: '1',
      skip: '0',
      limit: '1',
    },
  },
  createForm: { body: { form: FORM } },
  updateForm: { body: { form: FORM } },
  exportForm: { flat: { dialect: 'interface' } },
  importForm: { body: { form: FORM, options: { overwrite: false } } },
} as const satisfies ValidInputs;
