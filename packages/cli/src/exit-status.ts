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
  const isUnreachable = error instanceof UnreachableError;
  const exitCode = message === 'Interrupted' ? EXIT.interrupted : EXIT.failed;
  return { text: `${message}\n`, exitCode: isUnreachable ? EXIT.unreachable : exitCode };
}

function problemText({ message, problem, requestId, status }: ProblemError): string {
  const places = (problem.errors ?? []).map(({ pointer, detail }) => `  ${pointer}: ${detail}\n`);
  const hint = status === 401 ? '  Sign in: netadmin login URL\n' : '';
  const request = requestId === undefined ? '' : `  request ${requestId}\n`;
  return [`${message} (${problem.code})\n`, ...places, hint, request].join('');
}
