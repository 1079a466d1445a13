import { type Problem } from './generated/types.gen.js';
import { UnreachableError } from './unreachable-error.js';

/** A request that the platform refused, with its problem document (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(
    /** The HTTP status. */
    readonly status: number,
    /** The document; what a proxy answered instead is turned into one. */
    readonly problem: Problem,
    /** What the platform calls the request in its logs. */
    readonly requestId: string | undefined,
  ) {
    super(problem.detail);
  }

  /** The stable name of the fault: `not-found`, `invalid-input` … */
  get code(): string {
    return this.problem.code;
  }

  /** JSON pointers to the places in the input that are at fault. */
  get pointers(): readonly string[] {
    return (this.problem.errors ?? []).map(({ pointer }) => pointer);
  }
}

/** What went wrong with a request, as an error of this client. */
export function toClientError(
  error: unknown,
  response: Response | undefined,
  request: Request,
): Error {
  if (response === undefined) return unanswered(error, request);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const problem = isProblem(error) ? error : otherAnswer(response, request);
  return new ProblemError(response.status, problem, requestId);
}

/** Ended by the caller it stays what it is; else nobody was there. */
function unanswered(error: unknown, request: Request): Error {
  if (error instanceof ProblemError || error instanceof UnreachableError) return error;
  if (error instanceof Error && error.name === 'AbortError') return error;
  return new UnreachableError(request.url, error);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}

function otherAnswer({ status, statusText }: Response, request: Request): Problem {
  const detail = `The answer ${String(status)} ${statusText} is not from the platform`.replace(
    '  ',
    ' ',
  );
  const instance = new URL(request.url).pathname;
  return {
    type: 'about:blank',
    title: statusText,
    status,
    detail,
    message: detail,
    error: detail,
    instance,
    code: 'not-from-the-platform',
  };
}
