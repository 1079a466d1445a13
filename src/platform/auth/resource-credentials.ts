import { Injectable } from '@nestjs/common';
import { type Caller } from './caller.js';

/** What a request presents in the place of a credential of the platform: one of the two. */
export type ResourceCredentialClaim =
  | { readonly form: 'token'; readonly token: string }
  | { readonly form: 'signature'; readonly signature: string; readonly body: Buffer };

/** An object whose own credential admitted the request; nobody is known by it. */
export interface ResourceCredential {
  readonly objectId: string;
  readonly claim: ResourceCredentialClaim;
}

/**
 * Whether the claim is good for the object that the path parameters name: null when it is not, and when
 * there is no such object. Nobody may learn which of the two it was, be it by the time it takes.
 * @throws AppError `too-many-requests` for a bad claim of a caller who has presented too many.
 */
export type ResourceCredentialCheck = (
  claim: ResourceCredentialClaim,
  params: Readonly<Record<string, string>>,
  caller: Caller,
) => Promise<ResourceCredential | null>;

/**
 * Who checks the credentials that objects have of their own, by operation. A registry, because the
 * guards know no domain; an operation without a check admits nobody this way.
 */
@Injectable()
export class ResourceCredentials {
  private readonly checks = new Map<string, ResourceCredentialCheck>();

  /** Called once for each such operation by its domain, when the module starts. */
  register(operationId: string, check: ResourceCredentialCheck): void {
    this.checks.set(operationId, check);
  }

  /** Undefined for an operation that nobody registered. */
  get(operationId: string): ResourceCredentialCheck | undefined {
    return this.checks.get(operationId);
  }
}
