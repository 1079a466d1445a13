import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type AccessRequest } from '../request/access-request.js';

/** Id of the session whose token was presented; null for credentials without a session. */
export const CurrentSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null =>
    context.switchToHttp().getRequest<AccessRequest>().authenticated?.sessionId ?? null,
);
