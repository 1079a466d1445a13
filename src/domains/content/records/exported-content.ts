import { type JsonObject } from '../../../kernel/json.js';
import { type Dialect } from '../../../platform/packaged/dialect-words.js';
import { inDialect } from './content-dialect.js';
import { CONTENT_KINDS, type ContentKindName } from './content-kinds.js';
import { type ContentRecord } from './content-record.js';

/** The document as it came in, or in the words of the interface. */
export function exportedContent(
  { document }: ContentRecord,
  dialect: Dialect = 'original',
): JsonObject {
  return dialect === 'original' ? document : inDialect(document, dialect);
}

/** The document as reads show it: with its id, which not every document carries. */
export function shownContent(kind: ContentKindName, { id, document }: ContentRecord): JsonObject {
  const { idKey } = CONTENT_KINDS[kind];
  return document[idKey] === id ? document : { ...document, [idKey]: id };
}
