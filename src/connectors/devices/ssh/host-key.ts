import { createHash } from 'node:crypto';
import { HostKeyMismatch } from '../device-failures.js';
import { type AcceptedHostKey, type HostKeyRule } from '../device-target.js';

/** The fingerprint of a host key in its wire form. */
export function hostKeyFingerprint(key: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** Why a host key is not taken; undefined when it is. */
export function hostKeyMismatch(
  seen: AcceptedHostKey,
  rule: HostKeyRule,
): HostKeyMismatch | undefined {
  const pinned = rule.pinned?.replace(/=+$/, '');
  if (pinned === undefined && rule.mode === 'first-use') return undefined;
  return pinned === seen.key ? undefined : new HostKeyMismatch(seen.key, pinned, seen.of);
}
