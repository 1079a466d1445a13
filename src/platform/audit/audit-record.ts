import { cutText } from '../../kernel/cut-text.js';
import { foldText } from '../../kernel/folded-text.js';
import { TimeSlicer } from '../concurrency/time-slicer.js';
import {
  type AuditActor,
  type AuditEvent,
  type AuditOrigin,
  type AuditRecord,
  type ChainFacts,
  NOBODY,
  NOWHERE,
  type StoredChange,
} from './audit-entry.js';
import { type BoundedChange, boundedChange } from './bounded-change.js';

/** Addresses and agents are a stranger's words: bounded, and without what has no UTF-8 form. */
const ADDRESS_LENGTH_MAX = 64;
const USER_AGENT_LENGTH_MAX = 256;
const TEXT_LENGTH_MAX = 512;
const NO_FACTS: ChainFacts = { heads: [], removed: [] };
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** An event as it goes into a record; what binds it to its chain comes when it is written. */
export type RecordDraft = Omit<
  AuditRecord,
  '_id' | 'chain' | 'sequence' | 'keyId' | 'previousHash' | 'hash'
>;

/** The most changes that one record holds: an operation that makes more leaves several. */
export const CHANGES_PER_RECORD_MAX = 50;

/** The records that tell of an event: one, or several with parts of its changes. */
export async function draftsOf(event: AuditEvent, now: Date): Promise<readonly RecordDraft[]> {
  const turns = new TimeSlicer();
  const changes: StoredChange[] = [];
  for (const change of event.changes ?? [])
    changes.push(toStored(await boundedChange(change, turns)));
  return toDrafts(event, now, changes);
}

/** The same for an event whose changes are in the form of records already. */
export function toDrafts(
  event: Omit<AuditEvent, 'changes'>,
  now: Date,
  changes: readonly StoredChange[] = [],
): readonly RecordDraft[] {
  const frame = frameOf(event, now);
  const parts = Math.max(1, Math.ceil(changes.length / CHANGES_PER_RECORD_MAX));
  return Array.from({ length: parts }, (_, index) => {
    const start = index * CHANGES_PER_RECORD_MAX;
    const part = changes.slice(start, start + CHANGES_PER_RECORD_MAX);
    return { ...frame, changes: part, objectKeys: objectKeysOf(part) };
  });
}

function frameOf(event: AuditEvent, now: Date): Omit<RecordDraft, 'changes' | 'objectKeys'> {
  const { kind, outcome, actor = NOBODY, origin = NOWHERE, chainFacts = NO_FACTS } = event;
  return {
    kind,
    outcome,
    ...times(event, now),
    reason: cut(event.reason, TEXT_LENGTH_MAX),
    nameHash: cut(event.nameHash, TEXT_LENGTH_MAX),
    ...actorFields(actor),
    ...originFields(origin),
    heads: chainFacts.heads,
    removed: chainFacts.removed,
  };
}

function times(
  { at, until, count = 1 }: AuditEvent,
  now: Date,
): Pick<RecordDraft, 'at' | 'until' | 'count'> {
  const first = at ?? now;
  return { at: first, until: until ?? first, count };
}

function actorFields(actor: AuditActor): AuditActor & Pick<RecordDraft, 'usernameFolded'> {
  const username = cut(actor.username, TEXT_LENGTH_MAX);
  return {
    accountId: cut(actor.accountId, TEXT_LENGTH_MAX),
    username,
    usernameFolded: username === null ? null : foldText(username),
    provenance: cut(actor.provenance, TEXT_LENGTH_MAX),
    credential: actor.credential,
    credentialId: cut(actor.credentialId, TEXT_LENGTH_MAX),
  };
}

function originFields(origin: AuditOrigin): AuditOrigin {
  return {
    address: cut(origin.address, ADDRESS_LENGTH_MAX),
    userAgent: cut(origin.userAgent, USER_AGENT_LENGTH_MAX),
    requestId: cut(origin.requestId, TEXT_LENGTH_MAX),
    operation: cut(origin.operation, TEXT_LENGTH_MAX),
    status: origin.status,
    via: origin.via,
  };
}

/** A text that comes back from the database as it was: its hash depends on it. */
function cut(text: string | null | undefined, lengthMax: number): string | null {
  return text === null || text === undefined ? null : wellFormed(cutText(text, lengthMax));
}

function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}

function toStored({ before, after, ...change }: BoundedChange): StoredChange {
  return {
    ...change,
    id: wellFormed(change.id),
    name: wellFormed(change.name),
    // JSON.stringify escapes lone surrogates by itself.
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  };
}

/** What an object is found by: all of a kind, or the one. */
export function objectKey(type: string, id?: string): string {
  return id === undefined ? type : `${type}:${id}`;
}

function objectKeysOf(changes: readonly StoredChange[]): readonly string[] {
  const keys = changes.flatMap(({ type, id }) => [objectKey(type), objectKey(type, id)]);
  return [...new Set(keys)];
}
