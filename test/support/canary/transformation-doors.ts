const READ_BY_MANY = 'a transformation is read by everybody who may list transformations';

/** Operations on transformations that take no secrets: why. */
export const NO_TRANSFORMATION_DOORS = {
  createTransformation: READ_BY_MANY,
  updateTransformation: READ_BY_MANY,
  importTransformation: READ_BY_MANY,
  validateTransformation: 'a document is judged, and kept nowhere',
  runTransformation: 'values go back to whoever sent them, and are kept nowhere',
} as const;
