import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { countRequest } from './count-request.js';
import { RateLimitService } from './rate-limit.service.js';

/**
 * Refuses a caller's requests beyond the limit of the minute. Runs after the caller is known, so
 * that callers behind one address do not share a limit.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limiter: RateLimitService) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    countRequest(this.limiter, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    return true;
  }
}
