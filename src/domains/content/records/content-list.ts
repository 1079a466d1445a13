import {
  type StoredFields,
  type StoredList,
} from '../../../platform/database/lists/stored-filter.js';

/** Which part of the documents of a kind a list shows, by name. */
export interface ContentList extends StoredList {
  /** Only documents of one of these names, exactly. */
  readonly names?: readonly string[] | undefined;
  /** Only documents with this tag. */
  readonly tag?: string | undefined;
  /** Only documents that have at least one key of each of these groups. */
  readonly keys?: readonly (readonly string[])[];
}

/** What an index answers of documents. */
export const STORED_CONTENT = {
  _id: { path: '_id' },
  name: { path: 'name', folded: 'nameFolded' },
  description: {
    path: 'facts.description',
    folded: 'facts.descriptionFolded',
    blank: true,
    index: 'description',
  },
} as const satisfies StoredFields;

/** Lists that existing clients ask for without options, and expect all of: as many as any list may show. */
export const WHOLE_LIST = 2000;
