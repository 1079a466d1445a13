/** How a text is divided. */
interface SplitOptions {
  /** At most so many parts, delimiters not counted. */
  readonly max?: number;
  /** Delimiters stand between the parts. */
  readonly withDelimiters?: boolean;
}

/** Divides a text at delimiters that do not lie in brackets. */
export function depthSplit(
  text: string,
  delimiter: RegExp,
  { max = Infinity, withDelimiters = false }: SplitOptions = {},
): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index, found } of delimitersIn(text, delimiter, max - 1)) {
    parts.push(text.slice(start, index), ...(withDelimiters ? [found] : []));
    start = index + found.length;
  }
  return start < text.length ? [...parts, text.slice(start)] : parts;
}

function* delimitersIn(
  text: string,
  delimiter: RegExp,
  limit: number,
): Generator<{ readonly index: number; readonly found: string }> {
  let count = 0;
  for (const [from, to] of openZones(text)) {
    let at = from;
    let match = delimiter.exec(text.slice(at, to));
    while (match && count < limit) {
      const [found] = match;
      yield { index: at + match.index, found };
      count += 1;
      at += match.index + found.length;
      match = delimiter.exec(text.slice(at, to));
    }
  }
}

/** The stretches outside of all brackets. */
function openZones(text: string): readonly (readonly [number, number])[] {
  const zones: (readonly [number, number])[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if ('[({'.includes(sign)) {
      if (depth === 0) zones.push([start, at]);
      depth += 1;
    } else if ('])}'.includes(sign)) {
      depth -= 1;
      if (depth === 0) start = at + 1;
    }
  }
  if (depth === 0 && start < text.length) zones.push([start, text.length]);
  return zones;
}
