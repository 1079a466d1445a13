import { type StoredProgress } from '../catalogue-index/catalogue-repository.schema.js';
import { type RepositoryStatus } from './repository-status.js';
import { type RepositoryProgress, type RepositoryStatusAnswer } from './repository-status.dto.js';

/** How a repository stands, as it is answered. */
export function toRepositoryStatus(status: RepositoryStatus): RepositoryStatusAnswer {
  const { lastSuccess, lastRun, lastError, nextRun, progress, ...rest } = status;
  return {
    ...rest,
    lastSuccess: toText(lastSuccess),
    lastRun: toText(lastRun),
    lastError: lastError && { at: lastError.at.toISOString(), message: lastError.message },
    nextRun: toText(nextRun),
    progress: progress && toProgress(progress),
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
