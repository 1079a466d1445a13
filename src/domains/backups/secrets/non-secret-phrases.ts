import { forEachPlace, type SecretRange } from './secret-range.js';

/** Phrases in which `password`, `key` and `secret` are followed by a word of the device and not by a secret. */
const PHRASES: readonly RegExp[] = [
  /\bmpls ldp password (?:required|rollover|fallback key-chain|option \d{1,10}(?: for \S{1,64} key-chain)?)\b/g,
  /\bpre-shared-key key-chain \S+/g,
  // Up to the next such phrase: looked at once, a long line of them takes no longer than any other.
  /\bntp (?:server|peer) (?:(?!\bntp (?:server|peer) ).){1,256} key \d{1,10}/g,
  /\btunnel key \d{1,10}/g,
  /\bsecurity passwords min-length/g,
  /\bssh server algorithm authentication .*/g,
  /\bauthentication mode eigrp \d{1,10} \S+/g,
  /\bauthentication-order .*/g,
  /\bkey \d{1,10} (?:\{|(?:start-time|algorithm|options|tolerance)\b)/g,
  /\blogin password (?:format|change-type|maximum-length|minimum-[a-z-]+)\b/g,
  /\bpassword (?:encryption-key common|shared-secret profile)\b/g,
  /\b(?:access-list(?: standard| extended)?|prefix-list|route-map|class-map|policy-map) (?:secret|password|key)\b(?: permit| deny| \d+)?/g,
];

/** Where a line says something in the words of secrets without saying one. In steps, as `forEachPlace`. */
export function* nonSecretRanges(line: string): Generator<undefined, readonly SecretRange[]> {
  const found: SecretRange[] = [];
  for (const phrase of PHRASES) {
    yield* forEachPlace(line.matchAll(phrase), ({ index: start, 0: { length } }) => {
      found.push({ start, end: start + length, isReencrypted: false });
    });
  }
  return found;
}
