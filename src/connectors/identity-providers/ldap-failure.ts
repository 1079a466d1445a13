import { AppError } from '../../kernel/app-error.js';
import { errorCode } from '../../platform/database/launcher/error-code.js';

/** Refusals of a bind that say: not with this name and password (RFC 4511, appendix A). */
const REFUSED_BINDS: ReadonlySet<number> = new Set([
  19, // constraintViolation: locked by the directory's own policy
  32, // noSuchObject
  48, // inappropriateAuthentication: has no password
  49, // invalidCredentials
  50, // insufficientAccessRights
  53, // unwillingToPerform: disabled or expired
]);
const RETRY_AFTER_SECONDS = 30;

/** True when the directory answered, and the answer was no. */
export function isRefusedBind(error: unknown): boolean {
  return REFUSED_BINDS.has(resultCodeOf(error) ?? -1);
}

/**
 * The directory did not do its part (503). The library's messages may repeat what was sent or what
 * the directory said, so only the kind of failure goes to the log.
 */
export function directoryUnavailable(error: unknown): AppError {
  return new AppError(
    'unavailable',
    'The directory that knows this user cannot be asked at present; accounts of this platform itself can sign in',
    {
      code: 'directory-unavailable',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: new Error(`the directory failed: ${kindOf(error)}`),
    },
  );
}

function kindOf(error: unknown): string {
  if (error instanceof AppError) return error.detail;
  const code = resultCodeOf(error);
  if (code !== undefined) return `LDAP result code ${code}`;
  const name = errorCode(error);
  if (name !== undefined && /^[A-Z0-9_]{1,60}$/.test(name)) return name;
  return 'the connection broke, or the answer cannot be understood';
}

function resultCodeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'number' ? error.code : undefined;
}
