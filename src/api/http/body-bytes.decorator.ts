import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';

/**
 * The body as it was sent, as a handler's parameter, of operations that have `rawBodyMaxBytes`: what
 * signatures are made over.
 */
export const BodyBytes = createParamDecorator((_: unknown, context: ExecutionContext): Buffer => {
  const { bodyBytes } = context.switchToHttp().getRequest<FastifyRequest>();
  return bodyBytes ?? Buffer.alloc(0);
});
