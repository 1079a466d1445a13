import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { CatalogueRepositoriesRepository } from '../index/catalogue-repositories.repository.js';
import { RepositoryOpenerService } from './repository-opener.service.js';
import { repositoryStatus, type RepositoryStatus } from './repository-status.js';

/** Says how the index of each repository stands. */
@Injectable()
export class RepositoryStatusService {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly repositories: CatalogueRepositoriesRepository,
    private readonly opener: RepositoryOpenerService,
    private readonly clock: Clock,
  ) {}

  /** All configurations of the active profile, by name. */
  async list(): Promise<readonly RepositoryStatus[]> {
    const { configs } = await this.profiles.repositoryConfigs();
    const states = await this.repositories.findAll(configs.map(({ name }) => name));
    const now = this.clock.now();
    return configs
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((config) => {
        const state = states.find(({ _id }) => _id === config.name);
        return repositoryStatus(config, state, this.opener.secondsOf(config), now);
      });
  }

  /** One of them. @throws AppError `not-found` */
  async get(name: string): Promise<RepositoryStatus> {
    const found = (await this.list()).find((status) => status.name === name);
    if (!found) throw notFound('Repository configuration', name);
    return found;
  }
}
