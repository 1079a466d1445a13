import { type FastifyReply, type onSendHookHandler } from 'fastify';
import {
  type RequestContext,
  withRequestContext,
} from '../../platform/request-context/request-context.js';
import { type AccessRequest } from '../request/access-request.js';
import { PROBLEM_MEDIA_TYPE, toProblem } from '../problems/problem.js';
import { problemSpec } from '../problems/problems.js';
import { toAppError } from '../problems/to-app-error.js';
import { auditedRequest, leavesNoTrace } from './audited-request.js';
import { type RequestAuditService } from './request-audit.service.js';

/**
 * The first `onSend` hook: an answer to a change leaves when its audit entry is on disk. It sees
 * every answer, failures and refusals of other hooks included; a replayed one notes no change.
 */
export function auditAnswer(audit: RequestAuditService): onSendHookHandler {
  return (request, reply, payload, done) => {
    const { requestContext: context } = request;
    if (!context || leavesNoTrace(context)) {
      done(null, payload);
      return;
    }
    void recorded(audit, request, context, reply).then((failure) => {
      done(null, failure ?? payload);
    });
  };
}

/** @returns the answer instead, when the entry could not be stored: the change stands all the same. */
async function recorded(
  audit: RequestAuditService,
  request: AccessRequest,
  context: RequestContext,
  reply: FastifyReply,
): Promise<string | undefined> {
  try {
    const audited = auditedRequest(request, context, reply.statusCode);
    await withRequestContext(context, () => audit.answered(audited));
    return undefined;
  } catch (error) {
    const failure = toAppError(error);
    reply.code(problemSpec(failure.kind).status).type(PROBLEM_MEDIA_TYPE);
    reply.removeHeader('content-length');
    return JSON.stringify(toProblem(failure, request.id));
  }
}
