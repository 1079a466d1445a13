/**
 * What kinds of documents can be imported one by one, by the bundle type of packages: each after those that
 * it refers to.
 */
export const DOCUMENT_TYPES = [
  'transformation',
  'form',
  'json-form',
  'template',
  'mop-template',
  'mop-analytic-template',
  'workflow',
  'automation',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** What others call the types: bundles of packages, components of projects. */
const DECLARED_TYPES: Readonly<Record<string, DocumentType>> = {
  workflow: 'workflow',
  transformation: 'transformation',
  forms: 'form',
  form: 'form',
  'json-forms': 'json-form',
  'json-form': 'json-form',
  jsonForm: 'json-form',
  template: 'template',
  'mop-template': 'mop-template',
  mopCommandTemplate: 'mop-template',
  'mop-analytic-template': 'mop-analytic-template',
  mopAnalyticTemplate: 'mop-analytic-template',
  automation: 'automation',
};

/** The type that a bundle or a component says it is of; undefined for what is not imported. */
export function declaredType(type: unknown): DocumentType | undefined {
  return typeof type === 'string' && Object.hasOwn(DECLARED_TYPES, type)
    ? DECLARED_TYPES[type]
    : undefined;
}
