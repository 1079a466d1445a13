const DEPTH_CHANGE: ReadonlyMap<string, number> = new Map([
  ['{', 1],
  ['[', 1],
  ['}', -1],
  [']', -1],
]);
/** Ends of a value that is neither a text, a list nor an object. */
const AFTER_PLAIN = /[\s,}\]]/;

/**
 * The text of a member of a JSON object as it was written; undefined where there is none. What
 * is sent on from it keeps the numbers that JavaScript would round, and the order of keys.
 * @param json valid JSON, an object.
 */
export function rawMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = skipBlank(json, json.indexOf('{') + 1);
  while (json[at] === '"') {
    const keyEnd = endOfText(json, at);
    const start = skipBlank(json, json.indexOf(':', keyEnd) + 1);
    const end = endOfValue(json, start);
    // The last of several counts, as it does for the parser.
    if (JSON.parse(json.slice(at, keyEnd)) === name) found = json.slice(start, end);
    at = skipBlank(json, skipBlank(json, end) + 1);
  }
  return found;
}

function skipBlank(json: string, from: number): number {
  let at = from;
  while (at < json.length && ' \t\r\n'.includes(json[at] ?? '')) at += 1;
  return at;
}

/** Behind the closing quote of the text that begins here. */
function endOfText(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(json: string, from: number): number {
  const first = json[from];
  if (first === '"') return endOfText(json, from);
  if (first === '{' || first === '[') return endOfNested(json, from);
  let at = from;
  while (at < json.length && !AFTER_PLAIN.test(json[at] ?? '')) at += 1;
  return at;
}

function endOfNested(json: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const character = json[at] ?? '';
    depth += DEPTH_CHANGE.get(character) ?? 0;
    at = character === '"' ? endOfText(json, at) : at + 1;
  } while (depth > 0 && at < json.length);
  return at;
}
