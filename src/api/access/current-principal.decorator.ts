import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { invariant } from '../../kernel/invariant.js';
import { type Principal } from '../../kernel/principal.js';
import { type AccessRequest } from '../request/access-request.js';

/** The caller, as a handler's parameter. Not for open operations: nobody is known there. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => {
    const { principal } = context.switchToHttp().getRequest<AccessRequest>();
    invariant(principal, 'the operation is not open');
    return principal;
  },
);
