import { type FastifyRequest } from 'fastify';
import { type Principal } from '../../kernel/principal.js';
import { type Caller } from '../../platform/auth/caller.js';
import { type Authenticated } from '../../platform/auth/credential-store.js';
import { type ResourceCredential } from '../../platform/auth/resource-credentials.js';
import { type PresentedCredential } from '../../platform/auth/presented-credential.js';

/** A request with what the guards found out about its sender. */
export interface AccessRequest extends FastifyRequest {
  /** null: looked for, and nothing was presented; undefined: not looked for yet. */
  presentedCredential?: PresentedCredential | null;
  caller?: Caller;
  authenticated?: Authenticated;
  /** Set where the called object's own credential admitted the request; there is no principal then. */
  ownCredential?: ResourceCredential;
  /** Absent on open routes: nobody looks at credentials there. */
  principal?: Principal;
}

/** From where the request came. Fastify has already decided whether to believe a proxy. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    secure: request.protocol === 'https',
  };
}
