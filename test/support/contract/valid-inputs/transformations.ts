import { type ValidInputs } from './valid-inputs.js';

const TRANSFORMATION = {
  name: 'A valid input',
  incoming: [],
  outgoing: [],
  steps: [],
  functions: [],
};

/** Transformations; the second of a name is a conflict. */
export const TRANSFORMATION_INPUTS = {
  searchTransformations: {
    queryParameters: {
      name: ['x'],
      outgoing: ['x'],
      schema: ['x'],
      contains: 'x',
      containsField: 'name',
      expand: 'true',
      limit: '1',
      skip: '0',
    },
  },
  createTransformation: { body: { create: TRANSFORMATION } },
  updateTransformation: { body: { update: TRANSFORMATION } },
  importTransformation: {
    body: { transformation: TRANSFORMATION, options: { overwrite: false } },
  },
  validateTransformation: { body: { transformation: TRANSFORMATION } },
  exportTransformation: { flat: { dialect: 'interface' } },
  runTransformation: {
    body: {
      incoming: {},
      options: { extractOutput: true, validateIncoming: false, revertToDefaultValue: false },
    },
  },
  deleteTransformation: { flat: { force: 'true' } },
} as const satisfies ValidInputs;
