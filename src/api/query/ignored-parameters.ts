import { cutText } from '../../kernel/cut-text.js';
import { unknownQueryKeys } from './query-object.js';

/** The response header that names what was ignored, so that a typo is visible. */
export const IGNORED_PARAMETERS = 'X-Ignored-Parameters';

const NAME_MAX = 60;
const HEADER_MAX = 500;

/** Names as a header value: percent-encoded where a header or the list could not carry them. */
export function ignoredParameters(names: readonly string[]): string {
  let header = '';
  for (const name of names) {
    const next = `${header}${header === '' ? '' : ', '}${shown(name)}`;
    if (next.length > HEADER_MAX) return `${header}, ...`;
    header = next;
  }
  return header;
}

/**
 * For operations without options of their own: the header value that names every key of the query
 * string but the credential. Undefined when there is none.
 */
export function ignoredFlatKeys(query: unknown): string | undefined {
  const names = unknownQueryKeys(query);
  return names.length === 0 ? undefined : ignoredParameters(names);
}

function shown(name: string): string {
  const cut = cutText(name, NAME_MAX, '...');
  // A cut between the two halves of a character leaves one that no escape can carry.
  return encodeURIComponent(Buffer.from(cut, 'utf8').toString('utf8'));
}
