import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Caller } from '../../platform/auth/caller.js';
import { type AccessRequest, callerOf } from '../request/access-request.js';

/** From where the request came, as a handler's parameter; known for open operations too. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<AccessRequest>()),
);
