import { GENERAL_SECRETS, type SecretPattern } from './general-secrets.js';
import { MARKER } from './secret-marker.js';
import { forEachPlace, merged, outside, type SecretRange, together } from './secret-range.js';

/** Lines without any of these hold no secret: most lines, and cheap to tell. */
const HINT =
  /pass|secret|key|communit|auth|snmp|psk|priv|token|bearer|pw|credential|spi |trap-group|:\/\/|\$|<SECRET|SECRET-DATA|:\d*:\d*:/i;
const SECRET_DATA = /(?:##|\/\*) SECRET-DATA/;
/** Communities that only the section tells from those of routing. */
const SNMP_SECTION = /^[ \t]*snmp[ \t]*\{/;
const SNMP_NAME: SecretPattern = {
  pattern: /^[ \t]*(?:community|trap-group)[ \t]+("[^"]*"|[^\s;{]+)/dg,
  isReencrypted: false,
};
/** Key numbers of a chain are no secrets: ` key 1` under `key chain …`. */
const KEY_NUMBER = /^[ \t]+key[ \t]+\d{1,10}[ \t]*$/i;
const KEY_CHAIN = /^[ \t]*key[ \t]+chain[ \t]/i;
/**
 * The secrets of one line, from left to right; those that overlap are one. In steps, of which each goes
 * through the line once at most: a line may be as long as a text.
 * @param parent the line that this one lies under, by its indentation.
 */
export function* secretRanges(
  line: string,
  parent: string,
  patterns: readonly SecretPattern[],
): Generator<undefined, readonly SecretRange[]> {
  if (!HINT.test(line)) return [];
  if (KEY_NUMBER.test(line) && KEY_CHAIN.test(parent)) return [];
  const plain = merged(yield* nonSecretRanges(line));
  const sections = SNMP_SECTION.test(parent) ? [SNMP_NAME] : [];
  let found = merged([...(yield* matches(line, LITERAL_MARKER)), ...calledSecret(line)]);
  for (const pattern of [...patterns, ...sections, ...GENERAL_SECRETS]) {
    yield;
    const more = outside(plain, yield* matches(line, pattern));
    if (more.length > 0) found = yield* together(found, more);
  }
  return found;
}

/** What looks like one of our markers would be taken for one: it is kept like a secret. */
const LITERAL_MARKER: SecretPattern = {
  pattern: new RegExp(`(${MARKER.source})`, 'dg'),
  isReencrypted: false,
};

function* matches(
  line: string,
  { pattern, isReencrypted }: SecretPattern,
): Generator<undefined, readonly SecretRange[]> {
  const expression = withPlaces(pattern);
  const found: SecretRange[] = [];
  // Most patterns are not in the line: to look for that costs less than to walk through all their places.
  if (line.search(expression) === -1) return found;
  yield* forEachPlace(line.matchAll(expression), ({ indices }) => {
    const [start, end] = indices?.[1] ?? [0, 0];
    const range = unquoted(line, start, end);
    if (range.end > range.start) found.push({ ...range, isReencrypted });
  });
  return found;
}

const WITH_PLACES = new WeakMap<RegExp, RegExp>();

/** The pattern with the flags that tell where all it finds lies. */
function withPlaces(pattern: RegExp): RegExp {
  const known = WITH_PLACES.get(pattern);
  if (known) return known;
  const flags = [...new Set(Array.from(`${pattern.flags}dg`))].join('');
  const made = new RegExp(pattern.source, flags);
  WITH_PLACES.set(pattern, made);
  return made;
}

/** Quotes stay; what is in them goes. */
function unquoted(line: string, start: number, end: number): { start: number; end: number } {
  const first = line.charAt(start);
  const isQuoted = (first === '"' || first === "'") && end - start > 1;
  return isQuoted && line.charAt(end - 1) === first
    ? { start: start + 1, end: end - 1 }
    : { start, end };
}

/** The last word, or text in quotes, before the remark by which Junos itself calls something secret. */
function calledSecret(line: string): readonly SecretRange[] {
  const remark = line.search(SECRET_DATA);
  if (remark === -1) return [];
  const before = line.slice(0, remark).trimEnd();
  const end = before.endsWith(';') ? before.length - 1 : before.length;
  const isQuoted = before.charAt(end - 1) === '"';
  const opening = isQuoted ? before.lastIndexOf('"', end - 2) : -1;
  const start = isQuoted && opening !== -1 ? opening : before.lastIndexOf(' ', end - 1) + 1;
  const range = unquoted(line, start, end);
  return range.end > range.start ? [{ ...range, isReencrypted: false }] : [];
}

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
function* nonSecretRanges(line: string): Generator<undefined, readonly SecretRange[]> {
  const found: SecretRange[] = [];
  for (const phrase of PHRASES) {
    if (line.search(phrase) === -1) continue;
    yield* forEachPlace(line.matchAll(phrase), ({ index: start, 0: { length } }) => {
      found.push({ start, end: start + length, isReencrypted: false });
    });
  }
  return found;
}
