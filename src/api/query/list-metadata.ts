import { type Page, type PageRequest } from '../../kernel/page.js';
import { type ListMetadata } from './list-metadata.dto.js';

/** What a list says of itself, and where its neighbours begin. */
export function listMetadata(
  { skip, limit }: PageRequest,
  { items, total }: Page<unknown>,
): ListMetadata {
  return {
    skip,
    limit,
    total,
    currentPageSize: items.length,
    nextPageSkip: limit > 0 && skip + limit < total ? skip + limit : null,
    previousPageSkip: skip > 0 ? Math.max(0, skip - limit) : null,
  };
}
