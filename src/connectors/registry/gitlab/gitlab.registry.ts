import { registryUrl } from '../http/api-base.js';
import { type HttpRegistryPorts } from '../http/http-registry-ports.js';
import { openProjectRegistry, tokenOf } from '../http/open-project-registry.js';
import { type RegistryHttp } from '../http/registry-http.js';
import { type PackageRegistry } from '../package-registry.js';
import { RegistryError } from '../registry-error.js';
import { type RegistrySettings } from '../registry-settings.js';
import { type RegistryContext } from '../registry-context.js';
import { GitlabHost } from './gitlab.host.js';

/**
 * A group, user or project of a GitLab, hosted or one's own.
 * @throws RegistryError for settings that name none.
 */
export function gitlabRegistry(
  settings: RegistrySettings,
  context: RegistryContext,
  ports: HttpRegistryPorts,
): PackageRegistry {
  const api = registryUrl(settings.hostname);
  api.pathname = `${api.pathname.replace(/\/+$/, '')}/api/v4`;
  const token = tokenOf(settings);
  const path = settings.path.replace(/^\/+|\/+$/g, '');
  // A path that climbs would name everything that the token may see.
  if (['', '.', '..'].includes(path))
    throw new RegistryError('the path names no group, user or project');
  const dialect = {
    api,
    headers: { accept: '*/*', ...(token !== null && { 'private-token': token }) },
    host: (http: RegistryHttp) => new GitlabHost(http, path),
  };
  return openProjectRegistry(dialect, settings, context, ports);
}
