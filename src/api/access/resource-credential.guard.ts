import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import {
  type ResourceCredential,
  ResourceCredentials,
} from '../../platform/auth/resource-credentials.js';
import { unauthenticated } from '../../platform/auth/unauthenticated.js';
import { type AccessRequest, callerOf } from '../request/access-request.js';
import { NOT_VALID } from './credential-reader.js';
import { resourceCredentialClaim, takesResourceCredential } from './resource-credential.js';

/**
 * Has the domain check what a caller presents in the place of a credential of the platform. Runs after
 * the rate limit and before the roles, which pass nobody that
 * neither guard knows.
 */
@Injectable()
export class ResourceCredentialGuard implements CanActivate {
  constructor(private readonly checks: ResourceCredentials) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const { operation, principal } = request;
    if (principal || !operation || !takesResourceCredential(operation.spec)) return true;
    return this.admit(request, operation.id);
  }

  private async admit(request: AccessRequest, operationId: string): Promise<true> {
    const found = await this.find(request, operationId);
    if (!found) throw unauthenticated(NOT_VALID);
    request.ownCredential = found;
    return true;
  }

  private async find(
    request: AccessRequest,
    operationId: string,
  ): Promise<ResourceCredential | null> {
    const claim = resourceCredentialClaim(request.headers, request.bodyBytes ?? Buffer.alloc(0));
    const check = this.checks.get(operationId);
    if (!claim || !check) return null;
    return check(claim, request.params as Readonly<Record<string, string>>, callerOf(request));
  }
}
