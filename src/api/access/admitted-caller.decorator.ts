import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type ResourceCredential } from '../../platform/auth/resource-credentials.js';
import { type Principal } from '../../kernel/principal.js';
import { invariant } from '../../kernel/invariant.js';
import { type AccessRequest } from '../request/access-request.js';

/** Who calls an operation that takes a credential of its object too: an account, or only that. */
export type AdmittedCaller =
  { readonly principal: Principal } | { readonly own: ResourceCredential };

/** The account or the object's own credential that admitted the request, as a handler's parameter. */
export const CurrentAdmitted = createParamDecorator(
  (_: unknown, context: ExecutionContext): AdmittedCaller => {
    const { principal, ownCredential } = context.switchToHttp().getRequest<AccessRequest>();
    if (principal) return { principal };
    invariant(ownCredential, 'the guards admit nobody else');
    return { own: ownCredential };
  },
);
