import { createHmac, type KeyObject } from 'node:crypto';
import { type Canonical, canonicalJson } from '../../kernel/canonical-json.js';
import { type AuditRecord, type ChainHead } from './audit-entry.js';

/** Hash of the record before the first one. */
export const NO_HASH = '';

/**
 * The hash of a record: HMAC-SHA-256 over everything it says. Keyed, because whoever can write to the
 * database could make a plain hash anew for every record behind the one he changed.
 */
export function recordHash(record: Omit<AuditRecord, 'hash'>, key: KeyObject): string {
  const spelled = canonicalJson(record as unknown as Canonical);
  return createHmac('sha256', key).update(spelled).digest('base64url');
}

/** What is wrong with a record at its place in its chain. */
export const CHAIN_FAULTS = [
  'edited',
  'unknown-key',
  'beginning-missing',
  'records-missing',
  'out-of-place',
  'end-missing',
] as const;
export type ChainFault = (typeof CHAIN_FAULTS)[number];

/** A record as verification finds it: nothing is believed of it yet. */
export type FoundRecord = Readonly<Record<string, unknown>>;

/** Where a chain may begin: behind what was removed because of its age. */
export type RemovedUpTo = Pick<ChainHead, 'sequence' | 'hash'>;

/**
 * Whether a record follows the one before it.
 * @param previous the record before; null for the first one that is there.
 * @param removed what retention took away of this chain; undefined for nothing.
 * @param keyOf the key of an id; undefined for unknown ones.
 */
export function faultOf(
  found: FoundRecord,
  previous: ChainHead | null,
  removed: RemovedUpTo | undefined,
  keyOf: (id: string) => KeyObject | undefined,
): ChainFault | null {
  const { hash, ...said } = found;
  const key = keyOf(String(found['keyId']));
  if (!key) return 'unknown-key';
  if (typeof hash !== 'string' || hashOf(said, key) !== hash) return 'edited';
  const sequence = Number(found['sequence']);
  if (!previous) return beginsRightly(found, sequence, removed) ? null : 'beginning-missing';
  if (sequence !== previous.sequence + 1) return 'records-missing';
  return found['previousHash'] === previous.hash ? null : 'out-of-place';
}

/** Undefined for what has no hash: a time that no calendar has cannot be spelled. */
function hashOf(said: FoundRecord, key: KeyObject): string | undefined {
  try {
    return recordHash(said as unknown as Omit<AuditRecord, 'hash'>, key);
  } catch {
    return undefined;
  }
}

function beginsRightly(
  found: FoundRecord,
  sequence: number,
  removed: RemovedUpTo | undefined,
): boolean {
  const { sequence: last, hash } = removed ?? { sequence: 0, hash: NO_HASH };
  return sequence === last + 1 && found['previousHash'] === hash;
}
