import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';

/**
 * The JSON text of the body, as a handler's parameter, of operations that have `keepsBodyText`: it has
 * been parsed and judged already.
 */
export const BodyText = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { bodyBytes } = context.switchToHttp().getRequest<FastifyRequest>();
  return bodyBytes?.toString('utf8') ?? '';
});
