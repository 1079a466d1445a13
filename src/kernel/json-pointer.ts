import { cutText } from './cut-text.js';

/** Keys of a caller can be megabytes long; an error that repeats them helps nobody. */
const KEY_SHOWN_MAX = 100;
/** Keys that are shown as they are, which nearly all are. */
const PLAIN = /^[\w\-.!*'():@$,;=+&]{1,100}$/;

/**
 * The place of a value as an RFC 6901 pointer in URI-fragment form: `['a/b', 0]` is `#/a~1b/0`.
 * Long keys are cut, text that has no UTF-8 form is shown with the replacement character.
 */
export function jsonPointer(path: readonly (string | number)[]): string {
  return ['#', ...path.map((key) => (isPlain(key) ? key : encodeKey(String(key))))].join('/');
}

function isPlain(key: string | number): boolean {
  return typeof key === 'number' || PLAIN.test(key);
}

function encodeKey(key: string): string {
  const shown = cutText(key, KEY_SHOWN_MAX, '…');
  const wellFormed = Buffer.from(shown, 'utf8').toString('utf8');
  const escaped = wellFormed.replaceAll('~', '~0').replaceAll('/', '~1');
  // The characters that RFC 3986 admits in a fragment stay readable.
  return encodeURIComponent(escaped).replace(/%(?:3A|40|24|2C|3B|3D|2B|26)/g, decodeURIComponent);
}
