import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { unauthenticated } from '../../../platform/auth/unauthenticated.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type RepositoryConfig } from '../../profiles/repository-configs.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { CatalogueRepositoriesRepository } from '../index/catalogue-repositories.repository.js';
import { isGoodClaim, type WebhookClaim } from './webhook-claim.js';

/** Compared with where there is none, so that this takes the same time. Nobody knows what fits it. */
const NO_SECRET = 'no secret';

/** What registries tell the platform: that something was pushed. */
@Injectable()
export class RepositoryWebhooksService {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly repositories: CatalogueRepositoriesRepository,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Lets a repository be read as soon as a node gets to it. What the caller says of the push is not
   * looked at: the repository itself knows better.
   * @throws AppError `unauthenticated`, the same for a wrong secret, for a configuration without one
   *   and for one that does not exist: strangers learn no names.
   */
  async ask(name: string, claim: WebhookClaim | null): Promise<void> {
    const { configs } = await this.profiles.repositoryConfigs();
    const secret = this.secretOf(configs.find((config) => config.name === name));
    const isGood = claim !== null && isGoodClaim(claim, secret ?? NO_SECRET);
    if (secret === null || !isGood) {
      throw unauthenticated('The webhook of this repository does not take what is presented');
    }
    await this.repositories.note(name, { asked: this.clock.now() });
  }

  /** Null without a configuration, without a secret and with one that cannot be opened. */
  private secretOf(config: RepositoryConfig | undefined): string | null {
    if (!config?.enabled || config.webhook.secret === '') return null;
    const opened = this.secrets.tryUnseal(config.webhook.secret);
    return opened.kind === 'unsealed' ? opened.text : null;
  }
}
