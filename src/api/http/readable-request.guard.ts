import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/app-error.js';
import { MalformedQuery } from '../query/query-text.js';
import { UnreadableBody } from './unreadable-body.js';

/**
 * Refuses a query string or a body that cannot be read, also where the operation takes none. Their
 * parsers only note what is wrong: who calls is judged before what is asked, so this is a guard, and
 * the last one.
 */
@Injectable()
export class ReadableRequestGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (query instanceof MalformedQuery) throw invalidInput([query.fault], query.fault.detail);
    if (body instanceof UnreadableBody) throw body.fault;
    return true;
  }
}
