import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error.js';
import { callerKey } from '../request/caller-key.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import { operationSpec } from '../operations/operations.js';
import { type RateLimitService, type RateVerdict } from './rate-limit.service.js';

/** A supervisor that is refused would restart a server that works. */
const NEVER_LIMITED: ReadonlySet<OperationSpec> = new Set([
  operationSpec('live'),
  operationSpec('ready'),
]);

export function isNeverLimited(spec: OperationSpec): boolean {
  return NEVER_LIMITED.has(spec);
}

/**
 * Counts a request for its caller, once: before its body is read where there is one, else by the guard.
 * @throws AppError `too-many-requests` (`rate-limit`) beyond the limit of the minute.
 */
export function countRequest(
  limiter: RateLimitService,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!limiter.limits || request.isCounted) return;
  if (request.operation && isNeverLimited(request.operation.spec)) return;
  request.isCounted = true;
  const verdict = limiter.take(callerKey(request));
  reply.headers(rateLimitHeaders(verdict));
  if (verdict.admitted) return;
  throw new AppError(
    'too-many-requests',
    `More than ${verdict.limit} requests in this minute; try again in ${verdict.resetSeconds} s`,
    { code: 'rate-limit', retryAfterSeconds: verdict.resetSeconds },
  );
}

/** The fields of draft-ietf-httpapi-ratelimit-headers: the policy, and what is left of it. */
function rateLimitHeaders({ limit, remaining, resetSeconds }: RateVerdict): Record<string, string> {
  return {
    'ratelimit-policy': `"minute";q=${limit};w=60`,
    ratelimit: `"minute";r=${remaining};t=${resetSeconds}`,
  };
}
