import { AppError } from '../../../kernel/app-error.js';
import { holdsAnyRole, type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';

/** Whose sessions or tokens a caller asks for; his own when he says nothing. */
export interface ScopeRequest {
  /** Id of an account. */
  readonly account?: string | undefined;
  /** Those of everybody, unless `account` is given too. */
  readonly all?: boolean | undefined;
}

/** Which part of the sessions or tokens a list shows, the latest first. */
export interface CredentialPart extends StoredList, ScopeRequest {}

/** True for callers who may look at the credentials of others, and end them. */
export function administersCredentials(principal: Principal): boolean {
  return holdsAnyRole(principal, 'UserManagement', ['admin']);
}

/**
 * The account whose credentials are meant; null means those of everybody.
 * @throws AppError `forbidden` when they are not the caller's own and he is no administrator.
 */
export function credentialScope(
  { account, all }: ScopeRequest,
  principal: Principal,
): string | null {
  const asked = account ?? (all === true ? null : principal.id);
  if (asked === principal.id || administersCredentials(principal)) return asked;
  throw new AppError('forbidden', 'Only an administrator deals with the credentials of others');
}
