import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type ContentList } from '../records/content-list.js';
import { incomingKey, outgoingKey } from './transformation-rules.js';

/** How operation 9 is asked. */
export interface TransformationQuery {
  readonly name?: readonly string[];
  readonly outgoing?: readonly string[];
  readonly schema?: readonly string[];
  readonly contains?: string;
  readonly containsField?: string;
  readonly expand?: boolean;
  readonly skip?: number;
  readonly limit?: number;
}

/** The list that is meant: each of the three lists of words asks for any of its words. */
export function transformationList(query: TransformationQuery): ContentList {
  const { name, outgoing, schema, contains, containsField, skip = 0 } = query;
  const keys = [
    outgoing?.map(outgoingKey),
    schema?.flatMap((word) => [incomingKey(word), outgoingKey(word)]),
  ];
  return {
    search: { contains, containsField },
    names: name,
    keys: keys.filter((anyOf) => anyOf !== undefined),
    order: 1,
    skip,
    limit: query.limit ?? LIST_LIMIT_DEFAULT,
  };
}
