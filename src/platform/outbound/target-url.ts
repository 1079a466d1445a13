import { AppError } from '../../kernel/app-error.js';
import { forbiddenTarget, upstreamFailed } from './outbound-failures.js';

/** Most redirects that one call follows. */
export const REDIRECTS_MAX = 5;

/**
 * Why a text cannot be the URL of a call; undefined when it can. Domains ask when a URL is written,
 * the client when it is called.
 */
export function urlRefusal(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is not a URL';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return 'must be an http or https URL';
  if (username !== '' || password !== '') return 'must not carry a user name or password';
  return undefined;
}

/** @throws AppError `upstream-failed` (code `forbidden-target`) for what `urlRefusal` refuses. */
export function targetUrl(text: string): URL {
  const refusal = urlRefusal(text);
  if (refusal !== undefined) throw forbiddenTarget(`The URL of the call ${refusal}`);
  const url = new URL(text);
  url.hash = '';
  return url;
}

/** The origin-form of RFC 9112, 3.2.1, in printable ASCII: nothing in it ends or splits the line. */
const TARGET = /^\/[\x21\x22\x24-\x7e]*$/;

/**
 * Whether a text can stand in the request line as it is; what it leads to is the caller's matter.
 * @throws AppError `invalid-input`
 */
export function assertTarget(text: string): void {
  if (TARGET.test(text)) return;
  throw new AppError('invalid-input', 'The path of the call cannot be sent as it is');
}

/** What is sent at one step of a call; a redirect makes the next one. */
export interface Step {
  readonly url: URL;
  /** Path and query to send as they are; those of the URL when absent. */
  readonly target?: string | undefined;
  readonly method: string;
  readonly body: string | Buffer | undefined;
}

/**
 * The step that an answer redirects to; undefined when it does not. 303, and 301 and 302 after POST,
 * turn into GET, as browsers do it.
 * @throws AppError `upstream-failed` for another origin (code `forbidden-target`) or no URL.
 */
export function redirectedStep(
  step: Step,
  status: number,
  location: string | undefined,
): Step | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  if (!URL.canParse(location, step.url.href)) {
    throw upstreamFailed(`${step.url.hostname} redirects to something that is not a URL`);
  }
  const url = targetUrl(new URL(location, step.url).href);
  if (url.origin !== step.url.origin) {
    throw forbiddenTarget(
      `${step.url.hostname} redirects to another origin, which is not followed`,
    );
  }
  const becomesGet =
    status === 303 ? step.method !== 'HEAD' : step.method === 'POST' && status < 303;
  const next = { ...step, url, target: undefined };
  return becomesGet ? { ...next, method: 'GET', body: undefined } : next;
}
