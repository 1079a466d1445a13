import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { invariant } from '../../kernel/invariant.js';
import { type Authenticated } from '../../platform/auth/credential-store.js';
import { type AccessRequest } from '../request/access-request.js';

/**
 * The caller with the credential that was presented, as a handler's parameter: for operations that
 * one credential may call and another may not. Not for open operations.
 */
export const CurrentCredential = createParamDecorator(
  (_: unknown, context: ExecutionContext): Authenticated => {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const { authenticated, principal } = request;
    invariant(principal, 'the operation is not open');
    return authenticated ?? { principal, sessionId: null };
  },
);
