import { ProblemError } from '../../client/src/problem-error.js';
import { UnreachableError } from '../../client/src/unreachable-error.js';
import { CommandError, EXIT } from './command-error.js';

const OF_STATUS: Readonly<Record<number, number>> = {
  401: EXIT.notSignedIn,
  403: EXIT.notSignedIn,
  404: EXIT.notFound,
  409: EXIT.conflict,
  412: EXIT.conflict,
};

/** What is said of an error, and the exit code that it makes. */
export function exitStatus(error: unknown): { readonly text: string; readonly exitCode: number } {
  if (error instanceof CommandError)
    return { text: `${error.message}\n`, exitCode: error.exitCode };
  if (error instanceof ProblemError)
    return { text: problemText(error), exitCode: OF_STATUS[error.status] ?? EXIT.failed };
  const { message } = error as Error;
  if (error instanceof UnreachableError)
    return { text: `${message}\n${authorityHint(error)}`, exitCode: EXIT.unreachable };
  const exitCode = message === 'Interrupted' ? EXIT.interrupted : EXIT.failed;
  return { text: `${message}\n`, exitCode };
}

/** What OpenSSL says of a certificate that no known authority has signed. */
const UNKNOWN_AUTHORITY = /self-signed certificate|unable to (get|verify)/;

function authorityHint({ message }: UnreachableError): string {
  if (!UNKNOWN_AUTHORITY.test(message)) return '';
  return '  Its authority is not known: netadmin login --authority FILE, or NETADMIN_AUTHORITY\n';
}

function problemText({ message, problem, requestId, status }: ProblemError): string {
  const places = (problem.errors ?? []).map(({ pointer, detail }) => `  ${pointer}: ${detail}\n`);
  const hint = hintOf(status, problem);
  const request = requestId === undefined ? '' : `  request ${requestId}\n`;
  return [`${message} (${problem.code})\n`, ...places, hint, request].join('');
}

/** A platform of another version may have no such path, or name another place. */
function hintOf(status: number, { detail }: ProblemError['problem']): string {
  if (status === 401) return '  Sign in: netadmin login URL\n';
  const isUnknownPath = status === 405 || (status === 404 && detail.endsWith('at this path'));
  return isUnknownPath ? '  What this platform has not: netadmin version\n' : '';
}
