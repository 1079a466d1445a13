import { type StoredProgress } from '../index/catalogue-repository.schema.js';
import { type RepositoryStatus } from './repository-status.js';
import { type RepositoryProgress, type RepositoryStatusAnswer } from './repository-status.dto.js';

/** How a repository stands, as it is answered. */
export function toRepositoryStatus(status: RepositoryStatus): RepositoryStatusAnswer {
  const { lastError, progress } = status;
  return {
    ...toRepositoryRefresh(status),
    lastError: lastError && { at: lastError.at.toISOString(), message: lastError.message },
    progress: progress && toProgress(progress),
  };
}

/** The same after it was read: nothing has failed, and nothing goes on. */
export function toRepositoryRefresh(
  status: RepositoryStatus,
): Omit<RepositoryStatusAnswer, 'lastError' | 'progress'> {
  const { name, type, state, packages, versions, broken } = status;
  const { lastSuccess, lastRun, nextRun } = status;
  return {
    name,
    type,
    state,
    packages,
    versions,
    broken,
    lastSuccess: toText(lastSuccess),
    lastRun: toText(lastRun),
    nextRun: toText(nextRun),
  };
}

function toProgress({
  projects,
  projectsTotal,
  versions,
  read,
}: StoredProgress): RepositoryProgress {
  return { projects, projectsTotal, versions, read };
}

function toText(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
