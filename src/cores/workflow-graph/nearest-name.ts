const NAME_MAX = 64;
/** Names that are looked at; each takes some microseconds, for every finding that is shown. */
const NAMES_MAX = 50;

/** The name that differs least from a wanted one, `, did you mean …`; empty where none comes near. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const limit = Math.max(1, Math.floor(Math.min(wanted.length, NAME_MAX) / 3));
  const near = first(names, NAMES_MAX)
    .map((name) => ({ name, distance: distanceOf(wanted, name) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance)[0];
  return near ? `; did you mean '${near.name}'?` : '';
}

/** Finds names that say most of the words of a wanted one, the likeliest first. */
export type NamesOfLikeWords = (wanted: string, most: number) => readonly string[];

/**
 * Names by their words, however they join them (`getNetworks`, `networks/get`): found are those that share at
 * least half of all words with a wanted one.
 */
export function namesByWords(names: Iterable<string>): NamesOfLikeWords {
  const all = Array.from(names, (name) => ({ name, words: wordsOf(name) }));
  return (wanted, most) => {
    const asked = wordsOf(wanted);
    return all
      .map(({ name, words }) => ({ name, likeness: likenessOf(asked, words) }))
      .filter(({ likeness }) => likeness >= 0.5)
      .sort((one, other) => other.likeness - one.likeness)
      .slice(0, most)
      .map(({ name }) => name);
  };
}

/** The words of a name, without the endings of their plural. */
function wordsOf(name: string): ReadonlySet<string> {
  const parts = name
    .slice(0, 2 * NAME_MAX)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return new Set(
    parts
      .map((word) => word.replace(/(?<=[sxz]|ch|sh)es$|(?<!s)s$/, ''))
      .filter((word) => word !== ''),
  );
}

function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}

function first(names: Iterable<string>, count: number): readonly string[] {
  const found: string[] = [];
  for (const name of names) {
    if (found.length >= count) break;
    found.push(name);
  }
  return found;
}

/** How many characters are added, left out or changed between two names, whatever their case. */
function distanceOf(one: string, other: string): number {
  const [from, to] = [letters(one), letters(other)];
  const first = [0, ...to.map((_, at) => at + 1)];
  return (
    from.reduce<readonly number[]>((row, letter) => nextRow(row, letter, to), first).at(-1) ?? 0
  );
}

function letters(name: string): readonly string[] {
  return Array.from(name.slice(0, NAME_MAX).toLowerCase());
}

function nextRow(row: readonly number[], letter: string, to: readonly string[]): readonly number[] {
  const [corner = 0, ...above] = row;
  const next = [corner + 1];
  let diagonal = corner;
  for (const [at, up] of above.entries()) {
    const left = next[at] ?? 0;
    next.push(Math.min(diagonal + (letter === to[at] ? 0 : 1), up + 1, left + 1));
    diagonal = up;
  }
  return next;
}
