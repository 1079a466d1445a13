import { type Algorithms } from 'ssh2';
import { createHash } from 'node:crypto';
import { HostKeyMismatch } from '../device-failures.js';
import { type AcceptedHostKey, type HostKeyRule } from '../device-target.js';

const MODERN = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group18-sha512',
    'diffie-hellman-group14-sha256',
    'diffie-hellman-group-exchange-sha256',
  ],
  serverHostKey: [
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ],
  cipher: [
    'aes256-gcm@openssh.com',
    'aes128-gcm@openssh.com',
    'aes256-ctr',
    'aes192-ctr',
    'aes128-ctr',
    'chacha20-poly1305@openssh.com',
  ],
  hmac: [
    'hmac-sha2-256-etm@openssh.com',
    'hmac-sha2-512-etm@openssh.com',
    'hmac-sha2-256',
    'hmac-sha2-512',
  ],
} as const;

/** What devices speak that know nothing newer: SHA-1, CBC, groups of 1024 bits. */
const LEGACY = {
  kex: [
    'diffie-hellman-group-exchange-sha1',
    'diffie-hellman-group14-sha1',
    'diffie-hellman-group1-sha1',
  ],
  serverHostKey: ['ssh-rsa', 'ssh-dss'],
  cipher: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1'],
} as const;

/** What is offered to a host, best first. Nothing is compressed: small packets stay small. */
export function offeredAlgorithms(allowsLegacy: boolean): Algorithms {
  const list = <K extends keyof typeof MODERN>(
    kind: K,
  ): ((typeof MODERN)[K][number] | (typeof LEGACY)[K][number])[] => [
    ...MODERN[kind],
    ...(allowsLegacy ? LEGACY[kind] : []),
  ];
  return {
    kex: list('kex'),
    serverHostKey: list('serverHostKey'),
    cipher: list('cipher'),
    hmac: list('hmac'),
    compress: ['none'],
  };
}

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
