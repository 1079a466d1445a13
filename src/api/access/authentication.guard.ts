import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, type IAuthGuard } from '@nestjs/passport';
import { AppError } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';
import { type Authenticated } from '../../platform/auth/credential-store.js';
import { CredentialStrategies } from '../../platform/auth/credential-strategies.js';
import {
  CREDENTIAL_FORMS,
  type CredentialForm,
  isUnusable,
} from '../../platform/auth/presented-credential.js';
import { unauthenticated } from '../../platform/auth/unauthenticated.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { requestContext } from '../../platform/request-context/request-context.js';
import { OPERATION_ID } from '../operation.decorator.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import { type OperationId, operationSpec } from '../operations/operations.js';
import { type AccessRequest, callerOf } from '../request/access-request.js';
import { metricsScraperFor } from './metrics-scraper.js';
import { CredentialReader, NOT_VALID } from './credential-reader.js';
import { isOpen } from './may-call.js';
import { presentsResourceCredential, takesResourceCredential } from './resource-credential.js';
import { NOTHING_PRESENTED } from './authorize-before-body.js';
import { mayComeFromAnotherOrigin } from './same-origin.js';

/**
 * Finds out who is calling, by the one credential that was presented. Global and first. A route
 * without a row needs a credential too; the roles guard then refuses it.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  private readonly strategies: Readonly<Record<CredentialForm, IAuthGuard>>;

  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: CredentialReader,
    @Inject(CONFIG) private readonly config: Config,
    { names }: CredentialStrategies,
  ) {
    const guards = CREDENTIAL_FORMS.map((form) => [form, strategyGuard(form, names[form])]);
    // One entry for each member of the closed list.
    this.strategies = Object.fromEntries(guards) as Record<CredentialForm, IAuthGuard>;
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const id = this.reflector.get<OperationId | undefined>(OPERATION_ID, context.getHandler());
    const spec = id && operationSpec(id);
    if (spec && isOpen(spec)) return true;
    return this.admit(context, spec);
  }

  private async admit(context: ExecutionContext, spec: OperationSpec | undefined): Promise<true> {
    const request = context.switchToHttp().getRequest<AccessRequest>();
    if (spec && (await this.isLeftToObject(request, spec))) return true;
    const { principal, restrictedTo } = await this.authenticate(request, context, spec);
    request.principal = principal;
    const known = requestContext();
    if (known) {
      known.principalId = principal.id;
      known.restrictedTo = restrictedTo;
    }
    return true;
  }

  /** Without a credential of the platform one of the object counts, where the row takes it. */
  private async isLeftToObject(request: AccessRequest, spec: OperationSpec): Promise<boolean> {
    if (!takesResourceCredential(spec) || !presentsResourceCredential(request.headers))
      return false;
    return (await this.credentials.read(request)) === null;
  }

  private async authenticate(
    request: AccessRequest,
    context: ExecutionContext,
    spec: OperationSpec | undefined,
  ): Promise<Authenticated> {
    const credential = await this.credentials.read(request);
    if (!credential) throw unauthenticated(NOTHING_PRESENTED);
    if (isUnusable(credential)) throw unauthenticated(credential.fault, credential.form);
    const scraper = metricsScraperFor(spec, credential, this.config.server.metricsToken);
    if (scraper) return scraper;
    request.caller = callerOf(request);
    await this.strategies[credential.form].canActivate(context);
    if (credential.form === 'cookie') assertSameOrigin(request, spec);
    invariant(request.authenticated, 'the strategy throws when it finds nobody');
    return request.authenticated;
  }
}

/** Nest's guard around a strategy; the outcome goes to `request.authenticated`. */
function strategyGuard(form: CredentialForm, name: string): IAuthGuard {
  const guard = new (AuthGuard(name))({ property: 'authenticated' });
  guard.handleRequest = <T>(error: unknown, authenticated: T): T => {
    if (error instanceof Error) throw error;
    if (!authenticated) throw unauthenticated(NOT_VALID, form);
    return authenticated;
  };
  return guard;
}

/** A cookie comes along with whatever any page asks of a browser, so changes need more (ADR 0043). */
function assertSameOrigin(request: AccessRequest, spec: OperationSpec | undefined): void {
  const { method, headers } = request;
  if (!spec?.changes && (method === 'GET' || method === 'HEAD')) return;
  const fetchSite = headers['sec-fetch-site'];
  const foreign = mayComeFromAnotherOrigin({
    fetchSite: Array.isArray(fetchSite) ? fetchSite.join() : fetchSite,
    origin: headers.origin,
    referer: headers.referer,
    userAgent: headers['user-agent'],
    ownOrigin: `${request.protocol}://${request.host}`,
  });
  if (foreign) {
    throw new AppError(
      'forbidden',
      'A change with the cookie alone must come from a page of this server; send the token as Bearer instead',
      { code: 'foreign-origin' },
    );
  }
}
