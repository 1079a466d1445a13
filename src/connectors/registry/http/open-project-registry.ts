import { RegistryError } from '../registry-error.js';
import { type RegistrySettings } from '../registry-settings.js';
import { type RegistryContext } from '../registry-context.js';
import { ApiBase } from './api-base.js';
import { type HttpRegistryPorts } from './http-registry-ports.js';
import { type ProjectHost } from './project-host.js';
import { ProjectRegistry } from './project.registry.js';
import { RegistryCalls } from './registry-calls.js';
import { RegistryHttp } from './registry-http.js';

/** In what one kind of registry differs from the others. */
export interface RegistryDialect {
  /** Where its API lies. */
  readonly api: URL;
  /** Headers of every call; the token in its own form. */
  readonly headers: Readonly<Record<string, string>>;
  readonly host: (http: RegistryHttp) => ProjectHost;
}

const TOKEN = /^[\x21-\x7e]{1,1024}$/;

/** The token that settings have; null for none. @throws RegistryError for one that cannot be sent. */
export function tokenOf({ token = '' }: RegistrySettings): string | null {
  if (token === '') return null;
  if (TOKEN.test(token)) return token;
  throw new RegistryError('the token holds characters that no token has');
}

/** A registry of projects, ready for one run. */
export function openProjectRegistry(
  dialect: RegistryDialect,
  settings: RegistrySettings,
  context: RegistryContext,
  ports: HttpRegistryPorts,
): ProjectRegistry {
  const calls = new RegistryCalls(new ApiBase(dialect.api), dialect.headers, ports);
  const hasToken = tokenOf(settings) !== null;
  const http = new RegistryHttp(calls, { answers: context.answers, hasToken });
  return new ProjectRegistry(dialect.host(http), {
    limitBytes: ports.limitBytes,
    readsSignatures: settings.readsSignatures ?? false,
    projectsAtOnce: ports.requestsAtOnce,
    progress: context.progress,
  });
}
