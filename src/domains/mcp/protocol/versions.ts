/**
 * Versions of the protocol, newest first. The stateless one tells everything with each request; the others begin
 * with `initialize`, which is answered here without a session.
 */
export const STATELESS_VERSION = '2026-07-28';
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
export const SUPPORTED_VERSIONS: readonly string[] = [STATELESS_VERSION, ...HANDSHAKE_VERSIONS];

/** The version for a client that asks for this one in `initialize`: that, or the newest that it may know. */
export function handshakeVersion(asked: unknown): string {
  return HANDSHAKE_VERSIONS.find((version) => version === asked) ?? HANDSHAKE_VERSIONS[0];
}

/** Versions are dates, so later texts are later versions. */
export function isStateless(version: string): boolean {
  return version >= STATELESS_VERSION;
}
