import { type FastifyReply } from 'fastify';
import { type AppError } from '../../kernel/app-error.js';
import { problemSpec } from './problems.js';
import { PROBLEM_MEDIA_TYPE, problemHeaders, toProblem } from './problem.js';

/** Answers a failure. The text goes out as it is, so no hook takes it for an answer with an envelope. */
export function sendProblem(reply: FastifyReply, error: AppError, requestId: string): void {
  reply
    .code(problemSpec(error.kind).status)
    .headers(problemHeaders(error))
    .type(PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(toProblem(error, requestId)));
}
