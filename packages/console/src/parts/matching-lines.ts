/** The first lines with this in them, whatever the case, with their numbers. */
export function matchingLines(
  text: string,
  word: string,
  max: number,
): readonly (readonly [number, string])[] {
  const pattern = new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  const found: (readonly [number, string])[] = [];
  let [counted, number] = [0, 1];
  for (let hit = pattern.exec(text); hit && found.length < max; hit = pattern.exec(text)) {
    const begin = text.lastIndexOf('\n', hit.index) + 1;
    const next = text.indexOf('\n', hit.index);
    const end = next < 0 ? text.length : next;
    for (let at = text.indexOf('\n', counted); at >= 0 && at < begin;) {
      number += 1;
      counted = at + 1;
      at = text.indexOf('\n', counted);
    }
    found.push([number, text.slice(begin, end)]);
    pattern.lastIndex = end;
  }
  return found;
}
