import { type SortDirection } from '../../../kernel/page.js';

/** A name is noted at every so manyeth place of a list. */
export const STRIDE = 500;
/** Lists that are known at a time. */
const LISTS_MAX = 1000;

/** What is known of a list for as long as it does not change. */
export interface KnownList {
  readonly generation: number;
  /** Undefined until it was counted. */
  total: number | undefined;
  /** Names at the places `STRIDE`, twice that and so on, counted from 0, for either order. */
  readonly marks: Readonly<Record<SortDirection, string[]>>;
}

/** Where to begin to read. */
export interface ListStart {
  /** The name from which; the beginning when undefined. */
  readonly name: string | undefined;
  /** Entries to pass over from there. */
  readonly skip: number;
}

/** What a node knows of the lists that were asked for: by it alone they are not longer or in other order. */
export class KnownLists {
  private readonly lists = new Map<string, KnownList>();

  /** What was known of a list when it was asked for last. */
  latest(key: string): KnownList | undefined {
    return this.lists.get(key);
  }

  /** What is known of a list in this generation: nothing yet, when the last one was another. */
  of(key: string, generation: number): KnownList {
    const known = this.lists.get(key);
    if (known?.generation === generation) return known;
    if (this.lists.size >= LISTS_MAX) this.lists.clear();
    const fresh = { generation, total: undefined, marks: { [1]: [], [-1]: [] } };
    this.lists.set(key, fresh);
    return fresh;
  }
}

/**
 * Where to begin to read for the entry at a place. Passing over entries takes the database as long as
 * there are of them, so marks that are missing are looked up on the way, once for all who come later.
 * @param markAfter looks up the name at `STRIDE` places behind a name, or behind the beginning.
 * @returns null when the list ends before the place.
 */
export async function startFor(
  place: number,
  marks: string[],
  markAfter: (name: string | undefined) => Promise<string | undefined>,
): Promise<ListStart | null> {
  const wanted = Math.floor(place / STRIDE);
  while (marks.length < wanted) {
    const at = marks.length;
    const name = await markAfter(marks[at - 1]);
    if (name === undefined) return null;
    // Others may have been on the same way: each finds the same.
    marks[at] = name;
  }
  return { name: marks[wanted - 1], skip: place - wanted * STRIDE };
}
