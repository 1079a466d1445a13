import { type JsonValue } from '#kernel/json.js';

/** An answer before paging, headers and limits. */
export type RegistryAnswer =
  | {
      readonly kind: 'json';
      readonly body: JsonValue;
      readonly status?: number;
      /** A page that others follow. */
      readonly hasNext?: boolean;
    }
  | { readonly kind: 'list'; readonly items: readonly JsonValue[] }
  | { readonly kind: 'raw'; readonly bytes: Buffer };

/** An answer as it goes out, before its headers. */
export interface RegistryPage {
  readonly kind: RegistryAnswer['kind'];
  readonly status: number;
  readonly body: Buffer;
  /** The number of the page that follows; null behind the last one and where there are no pages. */
  readonly next: number | null;
}

const PER_PAGE_MAX = 100;
const PER_PAGE = 30;

/** The page that a query asks for, and where it lies in a list. */
export function pageOf(query: URLSearchParams): {
  readonly page: number;
  readonly from: number;
  readonly to: number;
} {
  const size = Math.min(Number(query.get('per_page') ?? PER_PAGE), PER_PAGE_MAX);
  const page = Number(query.get('page') ?? 1);
  return { page, from: (page - 1) * size, to: page * size };
}

/** What goes out of an answer. */
export function pageWithin(answer: RegistryAnswer, query: URLSearchParams): RegistryPage {
  const { kind } = answer;
  if (kind === 'raw') return { kind, status: 200, body: answer.bytes, next: null };
  const { page, from, to } = pageOf(query);
  if (kind === 'list') {
    const hasNext = to < answer.items.length;
    return sent({ kind, body: answer.items.slice(from, to) }, hasNext ? page + 1 : null);
  }
  return sent(answer, answer.hasNext === true ? page + 1 : null);
}

function sent(
  {
    kind,
    body,
    status = 200,
  }: Pick<RegistryPage, 'kind'> & { readonly body: JsonValue; readonly status?: number },
  next: number | null,
): RegistryPage {
  return { kind, status, body: Buffer.from(JSON.stringify(body)), next };
}
