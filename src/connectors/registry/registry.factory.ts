import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { LocalRegistry } from './local/local.registry.js';
import { type PackageRegistry } from './package-registry.js';
import { RegistryError } from './registry-error.js';
import { type RegistrySettings } from './registry-settings.js';

/** Opens the repository that a configuration describes. */
@Injectable()
export class RegistryFactory {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws RegistryError for a type that no adapter serves. */
  open({ type, path }: RegistrySettings): PackageRegistry {
    if (type === 'local') {
      const { localRoots, artifactLimitBytes } = this.config.catalogue;
      return new LocalRegistry({ path, roots: localRoots, limitBytes: artifactLimitBytes });
    }
    throw new RegistryError(`repositories of type '${type}' are not supported yet`);
  }
}
