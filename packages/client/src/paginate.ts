import { type Client } from './generated/client/index.js';

/** A list of the platform that is read in pages. */
type ListOperation<Query, Answer> = (options: {
  readonly client: Client;
  readonly query?: Query;
}) => Promise<Answer>;

/** What a list has in it, wherever its answer keeps it. */
export type ItemOf<Answer> = Answer extends readonly (infer Item)[]
  ? Item
  : Answer extends { readonly data: readonly (infer Item)[] }
    ? Item
    : Answer extends { readonly results: readonly (infer Item)[] }
      ? Item
      : Answer extends { readonly items: readonly (infer Item)[] }
        ? Item
        : unknown;

interface PageQuery {
  readonly skip?: number | string;
  readonly limit?: number | string;
}

/**
 * Every item of a list, one page after the other: `for await (const job of paginate(listJobs, { client }))`.
 * @throws ProblemError when the platform refuses a page.
 */
export async function* paginate<Query extends PageQuery, Answer>(
  list: ListOperation<Query, Answer>,
  { client, query }: { readonly client: Client; readonly query?: Query },
): AsyncGenerator<ItemOf<Answer>, void> {
  let place: object = {};
  const begin = Number(query?.skip ?? 0);
  let seen = 0;
  for (;;) {
    const answer = await list({ client, query: { ...query, ...place } as Query });
    const items = itemsOf(answer);
    yield* items as readonly ItemOf<Answer>[];
    seen += items.length;
    const cursor = nextCursor(answer);
    if (items.length === 0 || cursor === null || begin + seen >= totalOf(answer)) return;
    place = cursor === undefined ? { skip: begin + seen } : { cursor };
  }
}

/** The items of an answer: it is the list, or its first member that is one, or has one, holds it. */
export function itemsOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  if (typeof answer !== 'object' || answer === null) return [];
  const values: readonly unknown[] = Object.values(answer);
  const list = values.find((value) => Array.isArray(value));
  if (list !== undefined) return list;
  const { result } = answer as { readonly result?: unknown };
  return result === undefined ? [] : itemsOf(result);
}

/** Undefined where the list has none, null on its last page. */
function nextCursor(answer: unknown): string | null | undefined {
  const { metadata } = answer as { readonly metadata?: { readonly nextCursor?: string | null } };
  return metadata?.nextCursor;
}

function totalOf(answer: unknown): number {
  const { total, metadata, result } = answer as {
    readonly total?: number;
    readonly metadata?: { readonly total?: number };
    readonly result?: { readonly total?: number };
  };
  return total ?? metadata?.total ?? result?.total ?? Number.POSITIVE_INFINITY;
}
