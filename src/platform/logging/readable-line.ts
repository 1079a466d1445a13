/** Keys that a readable line shows in places of their own. */
const PLACED = new Set(['time', 'level', 'msg', 'err']);

/**
 * A log record for people at a terminal:
 * `12:03:44.123 INFO  request served method=GET route=/login status=200`
 */
export function readableLine(record: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(record)
    .filter(([key, value]) => !PLACED.has(key) && value !== undefined)
    .map(([key, value]) => ` ${key}=${shown(value)}`)
    .join('');
  const level = text(record['level']).toUpperCase().padEnd(5);
  return `${timeOfDay(record['time'])} ${level} ${text(record['msg'])}${fields}${stackOf(record['err'])}\n`;
}

function timeOfDay(time: unknown): string {
  return text(time).slice(11, 23);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Plain words stay as they are; anything that a reader could misread is quoted. */
function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message, cause } = error as Record<string, unknown>;
  const lines = text(stack) || text(message);
  const inner = stackOf(cause);
  return `\n  ${lines.replaceAll('\n', '\n  ')}${inner && `\n  caused by:${inner}`}`;
}
