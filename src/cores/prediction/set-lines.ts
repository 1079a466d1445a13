import { type RefusedLine, type WireLine } from './change-lines.js';

const WORDS =
  /^(?:set|delete|activate|deactivate|protect|unprotect|rename|insert|copy|annotate|replace|wildcard) /;

/** Lines of a change of a configuration that is made of `set` and `delete`, or those that are not sent. */
export type SetLines =
  | { readonly kind: 'change'; readonly wire: readonly WireLine[] }
  | { readonly kind: 'refused'; readonly refused: readonly RefusedLine[] };

/** Reads the lines of such a change; each says by itself where it belongs. */
export function readSetLines(lines: readonly string[]): SetLines {
  const wire = lines
    .map((text, line) => ({ text: text.trim(), line }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'));
  const refused = wire
    .filter(({ text }) => !WORDS.test(text))
    .map(({ line }) => ({
      line,
      detail: 'must begin with set, delete, or another word of a change',
    }));
  return refused.length > 0 ? { kind: 'refused', refused } : { kind: 'change', wire };
}
