import { type JsonObject } from '../../kernel/json.js';
import { type Page, type PageRequest } from '../../kernel/page.js';

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const COUNT_DEFAULT = 100;
const COUNT_MAX = 200;

/** The part of a list that a client asks for; numbers that are too small or too large are bounded (RFC 7644, 3.4.2.4). */
export function pageOfRequest({
  startIndex = 1,
  count = COUNT_DEFAULT,
}: {
  readonly startIndex?: number | undefined;
  readonly count?: number | undefined;
}): PageRequest {
  return { skip: Math.max(startIndex, 1) - 1, limit: Math.min(Math.max(count, 0), COUNT_MAX) };
}

/** Some resources, as SCIM answers them. */
export interface ListResponse {
  readonly schemas: readonly string[];
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly JsonObject[];
}

export function listResponse(
  { items, total }: Page<JsonObject>,
  { skip }: PageRequest = { skip: 0, limit: items.length },
): ListResponse {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex: skip + 1,
    itemsPerPage: items.length,
    Resources: items,
  };
}
