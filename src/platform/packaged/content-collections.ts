import { type ReferredType } from '../../kernel/document-references.js';

/** The collections of content, by the bundle type of packages: packages install into them. */
export const CONTENT_COLLECTIONS: Readonly<Record<ReferredType, string>> = {
  workflow: 'workflows',
  transformation: 'transformations',
  form: 'forms',
  'json-form': 'json_forms',
  template: 'templates',
  'mop-template': 'command_templates',
  'mop-analytic-template': 'analytic_templates',
};
