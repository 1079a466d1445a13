import { listOf } from '../../../api/lists/list-declaration.js';
import { ContentListOptions } from '../records/content-list.dto.js';
import { STORED_CONTENT } from '../records/content-list.js';
import { FormDocument } from './forms.dto.js';

/** Forms, by name. */
export const FORM_LIST = listOf('listForms', {
  item: FormDocument,
  also: ['description', 'tags', 'created_by', 'last_updated_by'],
  own: ContentListOptions,
  order: ['name', 1],
  stored: STORED_CONTENT,
});
