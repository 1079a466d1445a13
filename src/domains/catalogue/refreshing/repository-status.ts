import { type RepositoryConfig } from '../../profiles/repository-configs.js';
import {
  type RepositoryState,
  type StoredProgress,
  UNREAD,
} from '../index/catalogue-repository.schema.js';
import { nextRunOf } from './repository-schedule.js';

/** How a repository stands. */
export const REPOSITORY_STATES = [
  'disabled',
  'reading',
  'waiting',
  'current',
  'paused',
  'failed',
] as const;
export type RepositoryCondition = (typeof REPOSITORY_STATES)[number];

/**
 * A reading that says nothing for so long went away with its node. One that waits for its registry says
 * nothing for up to 90 seconds, and for as long as the call before and the one after take.
 */
const SILENCE_MAX_MS = 150_000;

/** What is known of the index of a repository. */
export interface RepositoryStatus {
  readonly name: string;
  readonly type: string;
  readonly state: RepositoryCondition;
  /** When it was last read to its end. */
  readonly lastSuccess: Date | null;
  /** When it was last begun to be read. */
  readonly lastRun: Date | null;
  /** Why the last reading failed, or stopped before its end; null after one that did not. */
  readonly lastError: { readonly at: Date; readonly message: string } | null;
  /** Null for a disabled one, and while it is being read. */
  readonly nextRun: Date | null;
  readonly packages: number;
  readonly versions: number;
  /** Places that should be packages and are none. */
  readonly broken: number;
  readonly progress: StoredProgress | null;
}

/**
 * What a configuration and the record of its readings come to.
 * @param seconds the interval that is configured.
 */
export function repositoryStatus(
  { name, type, enabled }: RepositoryConfig,
  stored: RepositoryState | undefined,
  seconds: number,
  now: Date,
): RepositoryStatus {
  const record = stored ?? UNREAD;
  const progress = enabled ? livingProgress(record, now) : null;
  const state = enabled ? conditionOf(record, progress, now) : 'disabled';
  return {
    name,
    type,
    state,
    lastSuccess: record.indexed,
    lastRun: record.begun,
    lastError: record.error,
    nextRun: enabled && !progress ? upcoming(record, seconds, now) : null,
    packages: record.packages,
    versions: record.versions,
    broken: record.broken.length,
    progress,
  };
}

type Told = Pick<RepositoryState, 'progress' | 'error' | 'indexed' | 'pausedUntil'>;

function livingProgress({ progress }: Told, now: Date): StoredProgress | null {
  return progress && now.getTime() - progress.at.getTime() < SILENCE_MAX_MS ? progress : null;
}

function conditionOf(
  { error, indexed, pausedUntil }: Told,
  progress: StoredProgress | null,
  now: Date,
): RepositoryCondition {
  if (progress) return 'reading';
  if (pausedUntil && pausedUntil > now) return 'paused';
  if (error) return 'failed';
  return indexed ? 'current' : 'waiting';
}

/** A time that has passed means as soon as a node gets to it: now. */
function upcoming(
  record: Omit<RepositoryState, '_id' | 'identity'>,
  seconds: number,
  now: Date,
): Date {
  const { pausedUntil } = record;
  const next = pausedUntil && pausedUntil > now ? pausedUntil : nextRunOf(record, seconds);
  return next > now ? next : now;
}
