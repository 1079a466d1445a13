import { cutText } from '../../kernel/cut-text.js';
import { type UpstreamFault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';

/** Errors of one answer that are shown; a failed transaction can have thousands. */
export const ERRORS_MAX = 20;
/** Longest text of an error that is shown. */
export const ERROR_TEXT_MAX = 1000;
/** Longest text of an error that is looked at: longer than what is shown and any secret together. */
const READ_MAX = 32_768;

/** The members of an error that are shown. */
export const ERROR_MEMBERS = [
  'error-type',
  'error-tag',
  'error-app-tag',
  'error-path',
  'error-message',
] as const;
/** Older orchestrators leave the module out. */
const WRAPPERS = ['ietf-restconf:errors', 'errors'] as const;

/** One error of an orchestrator, in its own words. */
export type RestconfError = Omit<UpstreamFault, 'status'>;

/**
 * The errors of an answer (RFC 8040, 7.1), the first of them and each shortened; none for any other
 * document. What is no text in them is left out: nobody can say what else a server puts there.
 * @param shown makes a text fit to be shown. It sees texts before they are shortened: of a secret that
 *   is cut in two nobody would recognise the first half.
 */
export function readRestconfErrors(
  document: JsonValue | undefined,
  shown = (text: string): string => text,
): readonly RestconfError[] {
  if (!isJsonObject(document)) return [];
  const errors = WRAPPERS.map((name) => ownObject(document, name)).find(isJsonObject);
  const list = errors && Object.hasOwn(errors, 'error') ? errors['error'] : undefined;
  const all = Array.isArray(list) ? list : [list];
  return all
    .filter(isJsonObject)
    .slice(0, ERRORS_MAX)
    .map((error) => toError(error, shown))
    .filter((error) => Object.keys(error).length > 0);
}

/** An error in one line for people: `invalid-value: uri keypath not found (/a:b)`. */
export function restconfErrorText(error: RestconfError): string {
  const { 'error-tag': tag, 'error-message': message, 'error-path': path } = error;
  const said = [tag, message].filter((part) => part !== undefined && part !== '').join(': ');
  return path === undefined || path === '' ? said : `${said} (${path})`;
}

function toError(given: JsonObject, shown: (text: string) => string): RestconfError {
  return Object.fromEntries(
    ERROR_MEMBERS.flatMap((name) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      return typeof value === 'string' ? [[name, shortened(shown(cutText(value, READ_MAX)))]] : [];
    }),
  );
}

function ownObject(document: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(document, name) ? document[name] : undefined;
}

function shortened(text: string): string {
  return cutText(text, ERROR_TEXT_MAX, '…');
}
