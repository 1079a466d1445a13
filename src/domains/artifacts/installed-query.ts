import { type ListInstalledArtifactsQuery } from './artifacts.dto.js';
import { type ListInstalledPrebuiltsQuery } from './installed-prebuilts.dto.js';
import { type InstalledQuery } from './packages/packages.service.js';

/** The options of operation 3 with what counts where they say nothing. */
export function installedQuery(options: ListInstalledArtifactsQuery): InstalledQuery {
  const { equals = {}, contains = {}, order = 1, skip = 0, limit } = options;
  return { filter: { equals, contains }, order, skip, limit };
}

/** The options of `GET /prebuilts`: one field at most, named beside its text. */
export function prebuiltsQuery(options: ListInstalledPrebuiltsQuery): InstalledQuery {
  const { equals, equalsField = 'name', skip = 0, limit } = options;
  const filter = { equals: equals === undefined ? {} : { [equalsField]: equals }, contains: {} };
  return { filter, order: 1, skip, limit };
}
