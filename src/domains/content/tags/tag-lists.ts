import { listOf } from '../../../api/lists/list-declaration.js';
import { WHOLE_LIST } from '../records/content-list.js';
import { TagCount, TagShown } from './tags.dto.js';

/** Tags of documents, by name. */
export const TAG_LIST = listOf('listTags', { item: TagCount, order: ['name', 1] });

/** All tags, by name. */
export const ALL_TAGS_LIST = listOf('listAllTags', {
  item: TagShown,
  order: ['name', 1],
  limit: WHOLE_LIST,
});
