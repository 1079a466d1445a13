import { type AuditActor, type AuditOrigin, NOBODY } from '../../platform/audit/audit-entry.js';
import { type PresentedCredential } from '../../platform/auth/presented-credential.js';
import { type RequestContext } from '../../platform/request-context/request-context.js';
import { type AccessRequest, callerOf } from '../request/access-request.js';
import { isOpen } from '../access/may-call.js';
import { resourceCredentialForm, takesResourceCredential } from '../access/resource-credential.js';
import { type OperationId } from '../operations/operations.js';

const UNAUTHENTICATED = 401;
/** With these an operation that signs somebody in says that it will not. */
const REFUSALS: ReadonlySet<number> = new Set([UNAUTHENTICATED, 403, 409]);
const TOO_MANY = 'too-many-attempts';

/** What operations that sign somebody in take as proof, in the words of entries. */
const PROOFS: Partial<Record<OperationId, string>> = {
  login: 'password',
  openIdCallback: 'openid',
  createAccessToken: 'client-secret',
};

/** A request that is about to be answered, as far as the audit trail asks. */
export interface AuditedRequest {
  readonly context: RequestContext;
  readonly actor: AuditActor;
  readonly origin: AuditOrigin;
  readonly status: number;
  /** Code of the failure when it is a sign-in that was refused, or a bad credential. */
  readonly refusedSignIn: string | undefined;
  /** The form of the credential that was presented; where operations take one, what they take. */
  readonly credential: string | null;
  /** The name in whose name it was tried. */
  readonly signInName: string | null;
}

/** True when there is nothing to record: the case of almost every request. */
export function leavesNoTrace(context: RequestContext): boolean {
  const { changes, failure, signedIn, signedOut } = context;
  const isSession = signedIn !== undefined || signedOut !== undefined;
  return changes.length === 0 && failure === undefined && !isSession;
}

/** What the trail is told of a request that is answered with `status`. */
export function auditedRequest(
  request: AccessRequest,
  context: RequestContext,
  status: number,
): AuditedRequest {
  const { address, userAgent } = callerOf(request);
  const presented = request.presentedCredential ?? null;
  const isSigningIn = request.operation !== null && isOpen(request.operation.spec);
  const signInName = context.signInName ?? nameOf(presented);
  const credential = credentialOf(request);
  return {
    context,
    actor: actorOf(request, context, credential),
    origin: {
      address,
      userAgent,
      requestId: context.requestId,
      operation: context.operationId ?? null,
      status,
      via: context.via ?? null,
    },
    status,
    refusedSignIn: refusedSignIn({ context, status, isSigningIn, credential }),
    credential,
    signInName,
  };
}

function credentialOf({ operation, presentedCredential, headers }: AccessRequest): string | null {
  const proof = operation ? PROOFS[operation.id] : undefined;
  const form = proof ?? presentedCredential?.form;
  if (form !== undefined) return form;
  return operation && takesResourceCredential(operation.spec)
    ? resourceCredentialForm(headers)
    : null;
}

interface Attempt {
  readonly context: RequestContext;
  readonly status: number;
  readonly isSigningIn: boolean;
  readonly credential: string | null;
}

/** Whoever presents nothing where a credential is needed has not tried to sign in. */
function refusedSignIn({ context, status, isSigningIn, credential }: Attempt): string | undefined {
  const { failure } = context;
  if (!isSigningIn && credential === null) return undefined;
  const isRefusal = isSigningIn ? REFUSALS.has(status) : status === UNAUTHENTICATED;
  return isRefusal || failure === TOO_MANY ? failure : undefined;
}

function nameOf(presented: PresentedCredential | null): string | null {
  return presented && 'username' in presented ? presented.username : null;
}

/** The caller; on operations that sign somebody in, whoever that is. */
function actorOf(
  { principal, authenticated }: AccessRequest,
  { signedIn }: RequestContext,
  credential: string | null,
): AuditActor {
  if (principal) {
    return {
      accountId: principal.id,
      username: principal.username,
      provenance: principal.provenance,
      credential,
      credentialId: authenticated?.apiTokenId ?? authenticated?.sessionId ?? null,
    };
  }
  if (!signedIn) return { ...NOBODY, credential };
  const { account, credentialId } = signedIn;
  const { id: accountId, username, provenance } = account;
  return { accountId, username, provenance, credential, credentialId };
}
