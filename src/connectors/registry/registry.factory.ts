import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { liesBelow } from './local/allowed-place.js';
import { LocalRegistry } from './local/local.registry.js';
import { type PackageRegistry } from './package-registry.js';
import { RegistryError } from './registry-error.js';
import { type RegistrySettings } from './registry-settings.js';
import { type RegistrySurroundings } from './registry-surroundings.js';

/** Opens the repository that a configuration describes. */
@Injectable()
export class RegistryFactory {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws RegistryError for a type that no adapter serves. */
  open({ type, path }: RegistrySettings, _surroundings: RegistrySurroundings): PackageRegistry {
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
