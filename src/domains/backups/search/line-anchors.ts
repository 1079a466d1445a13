import { type RequiredLiterals } from '../../../cores/patterns/required-literals.js';
import { certainParts } from '../../../cores/differences/folded-for-search.js';

/**
 * Places of a folded text, in order, such that every line that matches has one at least: of what must stand in
 * it together, that which is rarest here. Undefined where lines may match that hold nothing known.
 */
export function anchoredPlaces(
  folded: string,
  need: RequiredLiterals,
): readonly number[] | undefined {
  switch (need.kind) {
    case 'nothing':
      return undefined;
    case 'literal':
      return rarest(certainParts(need.text).map((part) => placesOf(folded, part)));
    case 'all':
      return rarest(known(need.needs.map((one) => anchoredPlaces(folded, one))));
    case 'some': {
      const all = need.needs.map((one) => anchoredPlaces(folded, one));
      const some = known(all);
      return some.length < all.length ? undefined : some.flat().sort((a, b) => a - b);
    }
  }
}

/** Which of the lines of a text lie at places of it, in order. */
export function linesAt(lines: readonly string[], places: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  let line = -1;
  let end = 0;
  for (const at of places) {
    for (; at >= end && line < lines.length; end += lines[line]?.length ?? 0) line += 1;
    found.add(line);
  }
  return found;
}

/** The first place in each line. */
function placesOf(folded: string, part: string): readonly number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(part); at !== -1;) {
    places.push(at);
    const end = folded.indexOf('\n', at);
    at = end === -1 ? -1 : folded.indexOf(part, end);
  }
  return places;
}

function rarest(all: readonly (readonly number[])[]): readonly number[] | undefined {
  return [...all].sort((a, b) => a.length - b.length).at(0);
}

function known<T>(all: readonly (T | undefined)[]): readonly T[] {
  return all.filter((one) => one !== undefined);
}
