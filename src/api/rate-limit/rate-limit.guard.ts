import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error.js';
import { callerKey } from '../http/caller-key.js';
import { type OperationId } from '../operations/operations.js';
import { RateLimitService, type RateVerdict } from './rate-limit.service.js';

/** A supervisor that is refused would restart a server that works. */
const NEVER_LIMITED: ReadonlySet<OperationId> = new Set<OperationId>(['live', 'ready']);

/**
 * Refuses a caller's requests beyond the limit of the minute. Runs after the caller is known, so
 * that callers behind one address do not share a limit.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limiter: RateLimitService) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.limiter.limits) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (request.operation && NEVER_LIMITED.has(request.operation.id)) return true;
    const verdict = this.limiter.take(callerKey(request));
    http.getResponse<FastifyReply>().headers(rateLimitHeaders(verdict));
    if (verdict.admitted) return true;
    throw new AppError(
      'too-many-requests',
      `More than ${verdict.limit} requests in this minute; try again in ${verdict.resetSeconds} s`,
      { code: 'rate-limit', retryAfterSeconds: verdict.resetSeconds },
    );
  }
}

/** The fields of draft-ietf-httpapi-ratelimit-headers: the policy, and what is left of it. */
function rateLimitHeaders({ limit, remaining, resetSeconds }: RateVerdict): Record<string, string> {
  return {
    'ratelimit-policy': `"minute";q=${limit};w=60`,
    ratelimit: `"minute";r=${remaining};t=${resetSeconds}`,
  };
}
