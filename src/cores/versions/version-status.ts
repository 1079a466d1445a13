import { compareVersions } from './version.js';
import { releaseKey } from './release.js';

/** The values of `versionStatus`: as a filter, and as the status of an entry. */
export const VERSION_STATUSES = ['latest', 'current'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** `current` when a package is made for exactly the asked release, else `latest` (operation 1). */
export function versionStatus(packageRelease: string, askedRelease: string): VersionStatus {
  return releaseKey(packageRelease) === releaseKey(askedRelease) ? 'current' : 'latest';
}

/** Whether the repository holds a newer version than the installed one; null when none is. */
export function availableUpdate(offered: string, installed: string | undefined): boolean | null {
  return installed === undefined ? null : compareVersions(offered, installed) > 0;
}
