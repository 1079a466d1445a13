import { type ContentList, contentList, type ContentListQuery } from '../records/content-list.js';

/** Clients of these lists know no pages and read all there is: as much as any list may show. */
const LIST_LENGTH = 2000;

/** Which templates a list shows: all, where the caller does not ask for a part. */
export function templateList(query: ContentListQuery): ContentList {
  return contentList({ limit: LIST_LENGTH, ...query });
}
