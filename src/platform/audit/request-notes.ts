import { requestContext } from '../logging/request-context.js';
import { type AuditedChange } from './audited-change.js';

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
