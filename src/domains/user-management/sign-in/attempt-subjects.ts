import { createHash } from 'node:crypto';
import { networkOf } from '../../../platform/auth/network-of.js';
import { type AttemptPolicy } from './attempts.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** A name is guessed at from one address: few failures, remembered for long. */
const PAIR_POLICY: AttemptPolicy = {
  free: 5,
  forgetOneMs: 5 * MINUTE_MS,
  delayFirstMs: SECOND_MS,
  delayMaxMs: 15 * MINUTE_MS,
};
/** From many addresses: more than one address that is made to wait can cause. */
const NAME_POLICY: AttemptPolicy = {
  free: 20,
  forgetOneMs: 5 * MINUTE_MS,
  delayFirstMs: SECOND_MS,
  delayMaxMs: 15 * MINUTE_MS,
};
/** Many people may share an address: more failures, forgotten sooner. */
const ADDRESS_POLICY: AttemptPolicy = {
  free: 30,
  forgetOneMs: 30 * SECOND_MS,
  delayFirstMs: SECOND_MS,
  delayMaxMs: 15 * MINUTE_MS,
};

/** Whose failures are counted, under which key and by which rule. */
export interface AttemptSubject {
  readonly key: string;
  readonly policy: AttemptPolicy;
}

/** The user name, whether it exists or not, from anywhere. */
export function nameSubject(usernameFolded: string): AttemptSubject {
  return { key: `name:${hashOf(usernameFolded)}`, policy: NAME_POLICY };
}

/** The user name as it is tried from one address. */
export function pairSubject(usernameFolded: string, address: string): AttemptSubject {
  return { key: pairsOf(usernameFolded) + networkOf(address), policy: PAIR_POLICY };
}

/** How the keys of all pairs of a name begin. */
export function pairsOf(usernameFolded: string): string {
  return `pair:${hashOf(usernameFolded)}:`;
}

/**
 * The address of somebody who presents a bad credential of an object. Counted apart from sign-ins: a
 * machine with an old token must keep nobody behind the same address from signing in.
 */
export function strangerSubject(address: string): AttemptSubject {
  return { key: `stranger:${networkOf(address)}`, policy: ADDRESS_POLICY };
}

/** The address, or of an IPv6 address the network. */
export function addressSubject(address: string): AttemptSubject {
  return { key: `address:${networkOf(address)}`, policy: ADDRESS_POLICY };
}

/** Hashed: people type passwords into the field of the name. */
function hashOf(usernameFolded: string): string {
  return createHash('sha256').update(usernameFolded).digest('base64url');
}
