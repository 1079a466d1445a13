import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { expectedRevision } from './if-match.js';

/**
 * The revision that the caller read before it decided on this change (`If-Match`), or undefined
 * when it changes whatever is there.
 */
export const ExpectedRevision = createParamDecorator(
  (_: unknown, context: ExecutionContext): number | undefined =>
    expectedRevision(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);
