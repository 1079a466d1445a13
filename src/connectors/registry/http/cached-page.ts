import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { type OutboundResponse } from '../../../platform/outbound/outbound-request.js';
import { type KeptAnswer } from '../answer-store.js';
import { type ApiBase } from './api-base.js';
import { nextLink, pageOf, pageSizeOf, withPage } from './page-links.js';
import { RegistryError } from '../registry-error.js';

/** What was read of one page, and how many entries it had before some were left out. */
export interface PageContent<T extends JsonValue> {
  readonly entries: readonly T[];
  readonly count: number;
}

/** The content that was kept of a page; null for anything else. */
export function cachedPage<T extends JsonValue>(kept: KeptAnswer | null): PageContent<T> | null {
  const content = kept?.content;
  if (!isJsonObject(content) || !Array.isArray(content['entries'])) return null;
  // What lies under this key was put there by the same reader.
  return { entries: content['entries'] as T[], count: Number(content['count']) };
}

/**
 * The page after this one, as the registry says it: by `Link`, or by `X-Next-Page`. An answer that
 * nothing changed may say neither; then the page after is the one that was kept, and behind a full
 * last page there may be one by now.
 * @throws RegistryError when `Link` leads anywhere but to the API.
 */
export function nextTarget(
  base: ApiBase,
  target: string,
  { status, headers }: Pick<OutboundResponse, 'status' | 'headers'>,
  kept: { readonly nextPage: string | null; readonly count: number },
): string | null {
  const link = nextLink(headers['link']);
  if (link !== null) return linked(base, target, link);
  const number = headers['x-next-page'];
  if (typeof number === 'string' && /^\d{1,9}$/.test(number.trim())) {
    return withPage(target, Number(number));
  }
  const saysNothing = headers['link'] === undefined && number === undefined;
  return status === 304 && saysNothing ? keptTarget(target, kept) : null;
}

function keptTarget(
  target: string,
  { nextPage, count }: { readonly nextPage: string | null; readonly count: number },
): string | null {
  const isFull = count >= pageSizeOf(target);
  return nextPage ?? (isFull ? withPage(target, pageOf(target) + 1) : null);
}

function linked(base: ApiBase, target: string, link: string): string {
  const next = base.inside(link, target);
  if (next !== null) return next;
  throw new RegistryError(
    `${base.host} names a next page outside of its own API; the token is not sent there`,
  );
}
