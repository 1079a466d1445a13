import { type JsonObject } from '../../../kernel/json.js';
import { type Dialect } from '../../../kernel/dialect-words.js';
import { inDialect } from './content-dialect.js';
import { CONTENT_KINDS, type ContentKindName } from '../kinds/content-kinds.js';
import { type ContentRecord } from './content-record.js';

/**
 * The document as it came in, or in the words of the interface. What stands where its id would and is
 * no text gives way to the id that it has here.
 */
export function exportedContent(
  kind: ContentKindName,
  record: ContentRecord,
  dialect: Dialect = 'original',
): JsonObject {
  const own = record.document[CONTENT_KINDS[kind].idKey];
  const isKept = own === undefined || typeof own === 'string';
  const document = isKept ? record.document : shownContent(kind, record);
  return dialect === 'original' ? document : inDialect(document, dialect);
}

/** The document as reads show it: with its id, which not every document carries. */
export function shownContent(kind: ContentKindName, { id, document }: ContentRecord): JsonObject {
  const { idKey } = CONTENT_KINDS[kind];
  return document[idKey] === id ? document : { ...document, [idKey]: id };
}
