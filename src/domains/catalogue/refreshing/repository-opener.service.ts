import { Inject, Injectable } from '@nestjs/common';
import { RegistryError } from '../../../connectors/registry/registry-error.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type RepositoryConfig } from '../../profiles/repository-configs.js';
import { type NamedRepository } from '../index/repository-reader.service.js';

/** Makes of a configuration what is needed to read its repository. */
@Injectable()
export class RepositoryOpenerService {
  constructor(
    private readonly secrets: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Time between two regular readings, in seconds. */
  secondsOf({ type, refreshSeconds }: RepositoryConfig): number {
    const { rescanSeconds, refreshSeconds: usual } = this.config.catalogue;
    return refreshSeconds ?? (type === 'local' ? rescanSeconds : usual);
  }

  /** The settings of its adapter, the token in plain text. @throws RegistryError */
  open(config: RepositoryConfig): NamedRepository {
    const { name, type, hostname, path, trust } = config;
    return {
      name,
      type,
      hostname,
      path,
      trust,
      token: this.tokenOf(config),
      readsSignatures: trust.publicKeys.length > 0,
    };
  }

  private tokenOf({ credentials: { token } }: RepositoryConfig): string {
    if (token === '') return '';
    const opened = this.secrets.tryUnseal(token);
    if (opened.kind === 'unsealed') return opened.text;
    throw new RegistryError('its token cannot be opened with the keys of this platform: enter it');
  }
}
