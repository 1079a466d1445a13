import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type AppError } from '../../kernel/app-error.js';
import { problemSpec } from './problems.js';
import { type OAuthError, oauthErrorOf } from './oauth-error.js';
import { PROBLEM_MEDIA_TYPE, problemHeaders, toProblem } from './problem.js';

/** Where clients of OAuth 2 look for it, and nowhere else. */
function oauthError(error: AppError, request: FastifyRequest): { readonly error?: OAuthError } {
  const code = request.operation?.spec.oauth ? oauthErrorOf(error) : undefined;
  return code === undefined ? {} : { error: code };
}

/** Answers a failure. The text goes out as it is, so no hook takes it for an answer with an envelope. */
export function sendProblem(reply: FastifyReply, error: AppError, requestId: string): void {
  const { requestContext } = reply.request;
  if (requestContext) requestContext.failure = error.code;
  reply
    .code(problemSpec(error.kind).status)
    .headers(problemHeaders(error))
    .type(PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify({ ...toProblem(error, requestId), ...oauthError(error, reply.request) }));
}
