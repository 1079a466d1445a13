import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type AppError } from '../../kernel/app-error.js';
import { problemSpec } from './problems.js';
import { oauthErrorOf } from './oauth-error.js';
import { PROBLEM_MEDIA_TYPE, problemHeaders, toProblem } from './problem.js';

/** Where tokens are given out `error` is a code of RFC 6749 or absent: its clients look for nothing else there. */
function shownProblem(error: AppError, { operation, id }: FastifyRequest): object {
  const problem = toProblem(error, id);
  // What is undefined is left out of JSON.
  return operation?.spec.oauth === true ? { ...problem, error: oauthErrorOf(error) } : problem;
}

/** Answers a failure. The text goes out as it is, so no hook takes it for an answer with an envelope. */
export function sendProblem(reply: FastifyReply, error: AppError): void {
  const { requestContext } = reply.request;
  if (requestContext) requestContext.failure = error.code;
  reply
    .code(problemSpec(error.kind).status)
    .headers(problemHeaders(error))
    .type(PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(shownProblem(error, reply.request)));
}
