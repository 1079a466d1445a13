import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { invariant } from '../../kernel/invariant.js';
import { type Principal } from '../../kernel/principal.js';
import { type OperationOrigin } from '../../platform/tracking/operation-journal.js';
import { type AccessRequest } from '../request/access-request.js';
import { auditedRequest } from '../audit/audited-request.js';
import { prefersLater } from '../http/prefer.js';

/** A request for work that may take long. */
export interface LongRequest {
  /** `Prefer: respond-async`: the caller will not wait for the end. */
  readonly prefersLater: boolean;
  readonly principal: Principal;
  /** What audit entries say that come to be after the answer. */
  readonly sender: OperationOrigin;
}

const ACCEPTED = 202;

/** The present request, as `respondAsync` wants it; for operations that only those signed in may call. */
export const AsLongRequest = createParamDecorator(
  (_: unknown, execution: ExecutionContext): LongRequest => {
    const request = execution.switchToHttp().getRequest<AccessRequest>();
    const { requestContext, principal, headers } = request;
    invariant(requestContext && principal, 'guards have let somebody in');
    const { actor, origin } = auditedRequest(request, requestContext, ACCEPTED);
    const { prefer } = headers;
    const isLater = prefersLater(Array.isArray(prefer) ? prefer.join() : prefer);
    return { prefersLater: isLater, principal, sender: { actor, origin } };
  },
);
