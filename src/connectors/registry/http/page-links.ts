/**
 * The address of the next page that a `Link` header names, as RFC 8288 writes it; null when it names
 * none. Attributes may stand in any order, with or without quotes.
 */
export function nextLink(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  for (const [, address = '', attributes = ''] of text.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*(?:next\b|"[^"]*\bnext\b[^"]*")/i.test(attributes)) return address;
  }
  return null;
}

/** The same target with another page number. */
export function withPage(target: string, page: number): string {
  const [path = '', query = ''] = target.split('?', 2);
  const kept = query.split('&').filter((part) => part !== '' && !part.startsWith('page='));
  return `${path}?${[...kept, `page=${page}`].join('&')}`;
}

/** The page that a target asks for; the first one when it does not say. */
export function pageOf(target: string): number {
  return Number(/[?&]page=(\d{1,9})(?:&|$)/.exec(target)?.[1] ?? 1);
}

/** How many entries a page holds at most, as far as the target says so. */
export function pageSizeOf(target: string): number {
  return Number(/[?&]per_page=(\d{1,4})(?:&|$)/.exec(target)?.[1] ?? Infinity);
}
