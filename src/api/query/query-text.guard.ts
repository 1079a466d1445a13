import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/app-error.js';
import { MalformedQuery } from './query-text.js';

/**
 * Refuses a query string that cannot be read, also where the operation takes none. The parser itself
 * must not throw: nothing would catch it. A guard, and the last one, because who calls is judged
 * before what is asked.
 */
@Injectable()
export class QueryTextGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    if (query instanceof MalformedQuery) throw invalidInput([query.fault], query.fault.detail);
    return true;
  }
}
