import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type ContentList } from '../records/content-list.js';
import { incomingKey, outgoingKey } from '../kinds/transformation-rules.js';

/** What operation 9 takes beside what every list does. */
export interface TransformationQuery {
  readonly name?: readonly string[];
  readonly outgoing?: readonly string[];
  readonly schema?: readonly string[];
  readonly expand?: boolean;
}

/** The list that is meant: each of the three lists of words asks for any of its words. */
export function asked(query: StoredList & TransformationQuery): ContentList {
  const { name, outgoing, schema, filter, order, skip, limit } = query;
  const keys = [
    outgoing?.map(outgoingKey),
    schema?.flatMap((word) => [incomingKey(word), outgoingKey(word)]),
  ];
  const wanted = keys.filter((anyOf) => anyOf !== undefined);
  return { filter, order, skip, limit, names: name, keys: wanted };
}
