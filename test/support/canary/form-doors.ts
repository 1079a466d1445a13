const READ_BY_MANY = 'a form is read by everybody who may list forms';

/** Operations on forms that take no secrets: why. */
export const NO_FORM_DOORS = {
  createForm: READ_BY_MANY,
  updateForm: READ_BY_MANY,
  importForm: READ_BY_MANY,
  preserveFormData: 'answers go back to whoever sent them, and are kept nowhere',
} as const;
