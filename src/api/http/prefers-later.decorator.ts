import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { prefersLater } from './prefer.js';

/** Whether the caller asks by `Prefer: respond-async` to be answered before long work is done. */
export const PrefersLater = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean => {
    const { prefer } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    return prefersLater(Array.isArray(prefer) ? prefer.join(',') : prefer);
  },
);

/** Answers 202 and says where to follow what goes on; for operations whose row says `later`. */
export function answeredLater<T>(path: string, body: T): T {
  noteHeader('location', path);
  return body;
}
