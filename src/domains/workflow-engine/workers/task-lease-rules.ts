import { toDatabaseFailure } from '../../../platform/database/mongo-failures.js';
import { type Holding, type LeaseRules } from '../../../platform/work/leases.js';
import { type WorkLease } from '../store/stored-iteration.js';

/** A node that dies loses its iterations after this (ADR 0163). */
export const LEASE_MS = 15_000;
/** How iterations keep them. */
export const TASK_LEASES: LeaseRules = {
  work: 'task',
  until: 'claimableAt',
  alsoUntil: 'lease.until',
  leaseMs: LEASE_MS,
};
/** How often a node says that it still works. */
export const HEARTBEAT_MS = 5000;
/** How soon a node takes part in work that nobody told it of. */
export const POLL_MS = 2000;
/** How soon a result is stored again that the database could not take: sooner than others look for lost leases. */
const STORE_AGAIN_MS = 1000;
/** So often an iteration is begun, whatever becomes of its nodes. */
export const ATTEMPTS_MAX = 5;

/** The number of the first lease of an iteration: that which it is stored with, or the first claim. */
export const FIRST_FENCE = 1;

/** What a claim found of the one before it. */
export interface ClaimedBefore {
  readonly lease: WorkLease | null;
  /** With this one. */
  readonly attempt: number;
}

/** Who asks. */
export interface ClaimingNode {
  readonly serverId: string;
  /** Whether this process began the iteration and never wrote down what came of it. */
  readonly hasBegun: boolean;
}

/**
 * What a new try must reckon with. `fresh`: nobody has begun it. `interrupted`: somebody may have, and what
 * came of it is not known. `given-up`: it was begun so often that it may be what ends its nodes.
 */
export function findingOf(
  { lease, attempt }: ClaimedBefore,
  { serverId, hasBegun }: ClaimingNode,
): 'fresh' | 'interrupted' | 'given-up' {
  if (attempt > ATTEMPTS_MAX) return 'given-up';
  if (lease === null || lease.owner === '') return 'fresh';
  // A place that was kept for an iteration and never taken: one process never shares its name. A later lease
  // of ours says that we took it from ourselves, maybe while we were at it.
  if (lease.owner === serverId && lease.fence === FIRST_FENCE && !hasBegun) return 'fresh';
  return 'interrupted';
}

/** How long a try that could not even begin waits for the next one. */
export function restMs(attempt: number): number {
  return 1000 * 2 ** Math.min(attempt, ATTEMPTS_MAX);
}

/**
 * How long a result that the database did not take waits for the next try. The lease runs out while the database is
 * away: whoever has the result must be sooner than whoever looks for lost leases.
 */
export function storeAgainMs(error: unknown, tries: number): number {
  return toDatabaseFailure(error)?.kind === 'unavailable' ? STORE_AGAIN_MS : restMs(tries);
}

/** An iteration as long as this lease holds it and it is not over. */
export function heldBy(_id: string, { owner, fence }: WorkLease): Holding {
  return {
    _id,
    status: 'running',
    'lease.owner': owner,
    'lease.fence': fence,
    claimableAt: { $type: 'date' },
  };
}
