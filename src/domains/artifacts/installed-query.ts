import { type ListInstalledArtifactsQuery } from './artifacts.dto.js';
import { type InstalledQuery } from './packages/packages.service.js';

/** The options of operation 3 with what counts where they say nothing. */
export function installedQuery(options: ListInstalledArtifactsQuery): InstalledQuery {
  const { equals = {}, contains = {}, order = 1, skip = 0, limit } = options;
  return { filter: { equals, contains }, order, skip, limit };
}
