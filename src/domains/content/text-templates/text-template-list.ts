import { listOf } from '../../../api/lists/list-declaration.js';
import { type StoredField } from '../../../platform/database/lists/stored-filter.js';
import { ContentListOptions } from '../records/content-list.dto.js';
import { STORED_CONTENT } from '../records/content-list.js';
import { KEYED_MEMBERS, memberKey } from '../kinds/text-template-rules.js';
import { TextTemplateDocument } from './text-templates.dto.js';

/** Members by whose exact values templates are found. */
const KEYED = Object.fromEntries(
  KEYED_MEMBERS.map((member): [string, StoredField] => [
    member,
    { path: 'facts.keys', keyOf: (value) => memberKey(member, value) },
  ]),
);

/** Templates of texts, by name. */
export const TEXT_TEMPLATE_LIST = listOf('listTextTemplates', {
  item: TextTemplateDocument,
  also: ['tags'],
  own: ContentListOptions,
  order: ['name', 1],
  stored: { ...STORED_CONTENT, ...KEYED },
});
