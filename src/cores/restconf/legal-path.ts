import { invalidInput } from '../../kernel/app-error.js';
import { pathObfuscation } from './path-obfuscation.js';

/** Longest path with its query: servers take 8 KiB for the whole request line. */
export const PATH_LENGTH_MAX = 8000;

/** Layers of percent-encoding that are looked through; what has more is refused. */
export const ENCODING_LAYERS_MAX = 8;

/** What RFC 3986 allows in a path: anything else must come percent-encoded. */
const PATH_CHARACTERS = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/%]*$/;
const QUERY_CHARACTERS = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]*$/;
const MALFORMED_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
/** Octets that begin a longer spelling of an ASCII character than UTF-8 has. */
const OVERLONG = /%c[01]|%e0%[89]|%f0%8|%f8%8|%fc%8/i;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Why a path that a caller gave cannot be sent to an adapter; undefined when it can. A path that
 * passes is sent byte for byte, so nothing is repaired here: whatever some server on the way could read
 * as a way out of the adapter's base is refused (ADR 0133).
 */
export function pathRefusal(path: string): string | undefined {
  const queryAt = path.indexOf('?');
  const resource = queryAt < 0 ? path : path.slice(0, queryAt);
  const query = queryAt < 0 ? '' : path.slice(queryAt + 1);
  return formRefusal(path, resource, query) ?? resourceRefusal(resource) ?? queryRefusal(query);
}

/**
 * Lets legal paths pass.
 * @param pointer where the path stands in the request, `#/params/path` for example.
 * @throws AppError `invalid-input` with the reason of `pathRefusal`.
 */
export function assertLegalPath(path: string, pointer: string): void {
  const detail = pathRefusal(path);
  if (detail !== undefined) throw invalidInput([{ pointer, detail }]);
}

function formRefusal(path: string, resource: string, query: string): string | undefined {
  if (path.length > PATH_LENGTH_MAX) return `must have at most ${PATH_LENGTH_MAX} characters`;
  if (!path.startsWith('/')) return 'must start with /';
  if (resource.includes('//')) return 'must not have an empty segment';
  if (!PATH_CHARACTERS.test(resource) || !QUERY_CHARACTERS.test(query)) {
    return 'has a character that must be percent-encoded, or a fragment';
  }
  return MALFORMED_ESCAPE.test(path) ? 'has a % that begins no percent-encoding' : undefined;
}

function resourceRefusal(resource: string): string | undefined {
  return eachLayer(resource, (text) => textRefusal(text) ?? pathObfuscation(text));
}

/** A query cannot move the path, but it can carry what ends a line. */
function queryRefusal(query: string): string | undefined {
  return eachLayer(query, textRefusal);
}

/** Judges a text as it is and after each further decoding, until nothing is left to decode. */
function eachLayer(
  encoded: string,
  refusal: (text: string) => string | undefined,
): string | undefined {
  if (!isUtf8(encoded)) return 'has a percent-encoding that is not UTF-8';
  let text = encoded;
  for (let layer = 0; layer <= ENCODING_LAYERS_MAX; layer += 1) {
    const refused = refusal(text);
    if (refused !== undefined) return refused;
    const decoded = decodedOnce(text);
    if (decoded === text) return undefined;
    text = decoded;
  }
  return `is percent-encoded more than ${ENCODING_LAYERS_MAX} times`;
}

function textRefusal(text: string): string | undefined {
  if (CONTROL.test(text)) return 'has a control character';
  return OVERLONG.test(text) ? 'has a percent-encoding that is not UTF-8' : undefined;
}

function isUtf8(encoded: string): boolean {
  return decodedRun(encoded) !== undefined;
}

/**
 * One layer taken off, as a forgiving server does it: what is no percent-encoding stays as it is, and
 * the `%u002e` of old servers counts as well.
 */
function decodedOnce(text: string): string {
  return text
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => decodedRun(run) ?? decodedAscii(run))
    .replace(/%u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

/** Of octets that are no UTF-8 those that are ASCII; a key may hold a `%` before two digits. */
function decodedAscii(run: string): string {
  return run.replace(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape));
}

function decodedRun(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}
