const READ_BY_MANY = 'a form is read by everybody who may list forms';
const GIVEN_BACK = 'answers go back to whoever sent them, and are kept nowhere';

/** Operations on JSON forms that take no secrets: why. */
export const NO_JSON_FORM_DOORS = {
  createJsonForm: READ_BY_MANY,
  updateJsonForm: READ_BY_MANY,
  importJsonForms: READ_BY_MANY,
  validateJsonFormAnswers: GIVEN_BACK,
  resolveJsonFormBindings: GIVEN_BACK,
  migrateJsonFormAnswers: GIVEN_BACK,
} as const;
