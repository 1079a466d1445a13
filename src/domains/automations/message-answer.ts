import { type PageRequest } from '../../kernel/page.js';
import { type ListMetadata } from './message-answer.dto.js';

/** A message, with what was not found as further sentences. */
export function inWords(done: string, warnings: readonly string[] = []): string {
  return [done, ...warnings].join('. ');
}

/** What a list says of itself. */
export function listMetadata(
  { skip, limit }: PageRequest,
  { items, total }: { readonly items: readonly unknown[]; readonly total: number },
): ListMetadata {
  return {
    skip,
    limit,
    total,
    currentPageSize: items.length,
    nextPageSkip: skip + limit < total ? skip + limit : null,
    previousPageSkip: skip > 0 ? Math.max(0, skip - limit) : null,
  };
}
