import { type CatalogueRequest } from '#domains/artifacts/offered/catalogue.service.js';
import { type ListPrebuiltsOptions } from './prebuilts.dto.js';
import { type RepositoryConfigWrite } from './repository-config-change.js';
import { type UpdateRepositoryConfigRequest } from './repository-configs.dto.js';

/** The options of operation 1 in the words of the catalogue. */
export function catalogueRequest(options: ListPrebuiltsOptions): CatalogueRequest {
  const { platform_version: release, search, config, versionStatus } = options;
  return { release, search, config, versionStatus };
}

/** What a request writes about a repository configuration. */
export function configWrite(
  body: UpdateRepositoryConfigRequest,
): RepositoryConfigWrite & { readonly name: string | undefined } {
  const { credentials, webhook, ...rest } = body;
  const { name, enabled, type, hostname, path, trust, refreshSeconds } = rest;
  const secrets = { token: credentials?.token, webhookSecret: webhook?.secret };
  return { name, enabled, type, hostname, path, trust, refreshSeconds, ...secrets };
}
