import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { SCIM_BASE } from '../../api/problems/scim-error.js';
import { type AccessRequest } from '../../api/request/access-request.js';
import { expectedRevision } from '../../api/revision/if-match.js';
import { invariant } from '../../kernel/invariant.js';
import { type ScimCall } from './scim-call.js';

/** Who calls, from where this platform is seen, and with which revision in hand. */
export const CurrentScimCall = createParamDecorator(
  (_: unknown, context: ExecutionContext): ScimCall => {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const { protocol, host, principal, headers } = request;
    invariant(principal, 'no operation of SCIM is open');
    const base = `${protocol}://${host}${SCIM_BASE}`;
    return { base, caller: principal, expected: expectedRevision(headers['if-match']) };
  },
);
