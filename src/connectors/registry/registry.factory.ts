import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { HostSlots } from '../../platform/outbound/host-slots.js';
import { OutboundClient } from '../../platform/outbound/outbound-client.js';
import { githubRegistry } from './github/github.registry.js';
import { gitlabRegistry } from './gitlab/gitlab.registry.js';
import { type HttpRegistryPorts } from './http/http-registry-ports.js';
import { liesBelow } from './local/allowed-place.js';
import { LocalRegistry } from './local/local.registry.js';
import { type PackageRegistry } from './package-registry.js';
import { RegistryError } from './registry-error.js';
import { type RegistrySettings } from './registry-settings.js';
import { type RegistryContext } from './registry-context.js';

/** Opens the repository that a configuration describes. */
@Injectable()
export class RegistryFactory {
  private readonly ports: HttpRegistryPorts;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    client: OutboundClient,
    clock: Clock,
  ) {
    const { requestsAtOnce, artifactLimitBytes: limitBytes } = config.catalogue;
    const slots = new HostSlots(requestsAtOnce);
    const wait = (ms: number, signal: AbortSignal): Promise<void> =>
      delay(ms, undefined, { signal });
    this.ports = { client, clock, wait, slots, requestsAtOnce, limitBytes };
  }

  /**
   * The registry of one run: what it listed, it can fetch.
   * @throws RegistryError for a type that no adapter serves, and for settings that name no registry.
   */
  open(settings: RegistrySettings, context: RegistryContext): PackageRegistry {
    const { type, path } = settings;
    if (type === 'gitlab') return gitlabRegistry(settings, context, this.ports);
    if (type === 'github') return githubRegistry(settings, context, this.ports);
    if (type === 'local') {
      const { localRoots, artifactLimitBytes } = this.config.catalogue;
      return new LocalRegistry({ path, roots: localRoots, limitBytes: artifactLimitBytes });
    }
    throw new RegistryError(`repositories of type '${type}' are not supported yet`);
  }

  /** Why a repository may not lie there; null when it may, whether it exists yet or not. */
  async refusal({ type, path }: Omit<RegistrySettings, 'hostname'>): Promise<string | null> {
    if (type !== 'local' || (await liesBelow(path, this.config.catalogue.localRoots))) return null;
    return 'must lie below one of LOCAL_REPOSITORY_ROOTS';
  }
}
