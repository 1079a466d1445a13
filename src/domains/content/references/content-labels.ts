import { type ContentKindName } from '../kinds/content-kinds.js';

/** What messages call the kinds in the middle of a sentence. */
export const CONTENT_LABELS: Readonly<Record<ContentKindName, string>> = {
  workflow: 'workflow',
  transformation: 'transformation',
  form: 'form',
  'json-form': 'JSON form',
  template: 'template',
  'mop-template': 'command template',
  'mop-analytic-template': 'analytic template',
};
