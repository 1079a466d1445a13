import { listOf } from '../../../api/lists/list-declaration.js';
import { ContentListOptions } from '../records/content-list.dto.js';
import { STORED_CONTENT, WHOLE_LIST } from '../records/content-list.js';
import { JsonFormDocument } from './json-forms.dto.js';

/** JSON forms, by name. */
export const JSON_FORM_LIST = listOf('listJsonForms', {
  item: JsonFormDocument,
  also: ['tags', 'version'],
  own: ContentListOptions,
  order: ['name', 1],
  stored: {
    id: STORED_CONTENT._id,
    name: STORED_CONTENT.name,
    description: STORED_CONTENT.description,
  },
  aliases: { _id: 'id' },
  limit: WHOLE_LIST,
});
