/**
 * The code of an error of the system or of a library, `ENOENT` for example; undefined for anything
 * else that was thrown. Read by shape: errors of the runtime are of another realm in a sandbox. It
 * stands here because the launcher's folder imports nothing from outside.
 */
export function errorCode(error: unknown): string | undefined {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : undefined;
}
