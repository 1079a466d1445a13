import { plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

/** Documents that users and packages bring. */
export const CONTENT_EVENTS = {
  ...plainChanges('ServiceCatalog', 'workflow', 'A workflow'),
  ...plainChanges('ServiceCatalog', 'project', 'A project'),
  ...plainChanges('ServiceCatalog', 'tag', 'A tag'),
  ...plainChanges('Transformations', 'transformation', 'A transformation'),
  ...plainChanges('FormBuilder', 'form', 'A form'),
  ...plainChanges('FormBuilder', 'jsonForm', 'A JSON form'),
  ...plainChanges('ServiceCatalog', 'template', 'A template of texts'),
  ...plainChanges('MOP', 'commandTemplate', 'A command template'),
  ...plainChanges('MOP', 'analyticTemplate', 'An analytic template'),
} as const satisfies EventDeclarations;
