import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type AccessRequest } from './access-request.js';

/** What a caller presented, so that an operation can call others in the caller's name. */
export interface PresentedIdentity {
  /** The headers that carry the credential. */
  readonly headers: Readonly<Record<string, string>>;
  /** Source address, which some credentials are bound to. */
  readonly address: string;
}

/** The identity of the present request, as a handler's parameter. */
export const CurrentIdentity = createParamDecorator(
  (_: unknown, context: ExecutionContext): PresentedIdentity => {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    return { headers: identityHeaders(request), address: request.ip };
  },
);

function identityHeaders({ headers, presentedCredential }: AccessRequest): Record<string, string> {
  const { authorization, cookie, host, 'user-agent': agent } = headers;
  const credential = presentedCredential;
  if (credential && 'token' in credential && credential.form === 'query-token')
    return { authorization: `Bearer ${credential.token}` };
  return {
    ...(authorization !== undefined && { authorization }),
    ...(cookie !== undefined && { cookie }),
    ...(host !== undefined && { host }),
    ...(agent !== undefined && { 'user-agent': agent }),
    // The present request has passed the check of its origin, and the other one is ours.
    'sec-fetch-site': 'same-origin',
  };
}
