/**
 * The lines of a text, each with the line feed that ends it; the last one may lack it. Together they are the
 * text again, byte for byte. A carriage return is a part of its line.
 */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const next = end === -1 ? text.length : end + 1;
    lines.push(text.slice(start, next));
    start = next;
  }
  return lines;
}

/** A line as a reader sees it: without what ends it. */
export function shownLine(line: string): string {
  const withoutFeed = line.endsWith('\n') ? line.slice(0, -1) : line;
  return withoutFeed.endsWith('\r') ? withoutFeed.slice(0, -1) : withoutFeed;
}
