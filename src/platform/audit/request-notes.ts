import { requestContext } from '../request-context/request-context.js';
import { type AuditedChange } from '../request-context/audited-change.js';
import { type NamedAccount } from '../request-context/known-accounts.js';

/**
 * Tells what the operation in hand changed; its audit entry is written from these notes before the
 * answer leaves. Outside a request there is nobody to note it for: commands write their own entries.
 */
export function noteChange(change: AuditedChange): void {
  requestContext()?.changes.push(change);
}

/** Tells in whose name somebody tries to sign in, before it is known whether they may. */
export function noteSignInName(username: string): void {
  const context = requestContext();
  if (context) context.signInName = username;
}

/** Tells who signed in, and which session or token began with it. */
export function noteSignedIn(account: NamedAccount, credentialId: string): void {
  const context = requestContext();
  if (context) context.signedIn = { account, credentialId };
}

/** Tells that the caller ended the session whose token was presented. */
export function noteSignedOut(credentialId: string): void {
  const context = requestContext();
  if (context) context.signedOut = credentialId;
}
