import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type AppError } from '../../kernel/app-error.js';
import { ANY_CHALLENGE } from '../../platform/auth/unauthenticated.js';
import { operationSpec } from '../operations/operations.js';
import { problemSpec } from './problems.js';
import { oauthErrorOf } from './oauth-error.js';
import { PROBLEM_MEDIA_TYPE, problemHeaders, toProblem } from './problem.js';
import { isBelowScim, SCIM_MEDIA_TYPE, toScimError } from './scim-error.js';

/**
 * Where tokens are given out `error` is a code of RFC 6749 or absent: its clients look for nothing else there. SCIM
 * has a form of its own.
 */
function shownProblem(error: AppError, request: FastifyRequest): object {
  const { operation, id } = request;
  const problem = toProblem(error, id);
  if (speaksScim(request)) return toScimError(error, problem);
  // What is undefined is left out of JSON.
  return operation?.spec.oauth === true ? { ...problem, error: oauthErrorOf(error) } : problem;
}

/** Its row says it of an operation; of what is none, the path. */
function speaksScim({ operation, url }: FastifyRequest): boolean {
  return operation ? operation.spec.scim === true : isBelowScim(url);
}

/** Clients of a protected resource find out from a refusal how they get a token (RFC 9728, section 5.1). */
function shownHeaders(error: AppError, request: FastifyRequest): Readonly<Record<string, string>> {
  const headers = problemHeaders(error);
  if (error.kind !== 'unauthenticated' || request.operation?.spec.jsonRpc !== true) return headers;
  const origin = `${request.protocol}://${request.host}`;
  const { path } = operationSpec('getMcpResource');
  return { 'www-authenticate': `${ANY_CHALLENGE}, resource_metadata="${origin}${path}"` };
}

/** Answers a failure. The text goes out as it is, so no hook takes it for an answer with an envelope. */
export function sendProblem(reply: FastifyReply, error: AppError): void {
  const { requestContext } = reply.request;
  if (requestContext) requestContext.failure = error.code;
  reply
    .code(problemSpec(error.kind).status)
    .headers(shownHeaders(error, reply.request))
    .type(speaksScim(reply.request) ? SCIM_MEDIA_TYPE : PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(shownProblem(error, reply.request)));
}
