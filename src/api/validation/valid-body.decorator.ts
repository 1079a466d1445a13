import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/app-error.js';
import { validInput } from './valid-input.js';

/**
 * The body as its DTO has it. `@Operation` puts this in the place of Nest's `@Body()`: once there is a pipe, each parameter of
 * each handler costs ten promises, whether the pipe looks at it or not.
 */
export const ValidBody = createParamDecorator(
  ({ type }: { readonly type: Type }, context: ExecutionContext): unknown => {
    const { body, server } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body === undefined || body === null)
      throw invalidInput([{ pointer: '#', detail: 'is required' }], 'A JSON body is required');
    return validInput(type, body, { pointer: '#', limitMax: server.listLimits.limitMax });
  },
);
