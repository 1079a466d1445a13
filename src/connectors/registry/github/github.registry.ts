import { registryUrl } from '../http/api-base.js';
import { type HttpRegistryPorts } from '../http/http-registry-ports.js';
import { openProjectRegistry, tokenOf } from '../http/open-project-registry.js';
import { type RegistryHttp } from '../http/registry-http.js';
import { type PackageRegistry } from '../package-registry.js';
import { RegistryError } from '../registry-error.js';
import { type RegistrySettings } from '../registry-settings.js';
import { type RegistryContext } from '../registry-context.js';
import { githubApi } from './github-base.js';
import { GithubListing } from './github-listing.js';
import { githubScope } from './github-scope.js';
import { GithubHost } from './github.host.js';

/** The form of answers that is read here; GitHub keeps several. */
const API_VERSION = '2022-11-28';

/**
 * An organisation, user, repository or topic of a GitHub, the public one or one's own.
 * @throws RegistryError for settings that name none.
 */
export function githubRegistry(
  settings: RegistrySettings,
  context: RegistryContext,
  ports: HttpRegistryPorts,
): PackageRegistry {
  const scope = githubScope(settings.path);
  if (!scope) {
    throw new RegistryError(
      `'${settings.path}' names no organisation, user, repository or topic of GitHub`,
    );
  }
  const token = tokenOf(settings);
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': API_VERSION,
    ...(token !== null && { authorization: `Bearer ${token}` }),
  };
  const dialect = {
    api: githubApi(registryUrl(settings.hostname)),
    headers,
    host: (http: RegistryHttp) =>
      new GithubHost(http, new GithubListing(http, { hasToken: token !== null }), scope),
  };
  return openProjectRegistry(dialect, settings, context, ports);
}
