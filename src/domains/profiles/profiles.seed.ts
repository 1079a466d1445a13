import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { foldText } from '../../kernel/folded-text.js';
import { IdSource } from '../../kernel/ids.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { type Seed } from '../../platform/database/seed.js';
import { defaultProfile } from './default-profile.js';
import { ProfilesRepository } from './profiles.repository.js';

/** Gives a new platform a profile to run on; one that has an active profile stays as it is. */
@Injectable()
export class ProfilesSeed implements Seed {
  readonly name = 'profiles';

  constructor(
    private readonly profiles: ProfilesRepository,
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {}

  async run(): Promise<void> {
    if (await this.profiles.findActive()) return;
    const now = this.clock.now();
    const document = defaultProfile(this.config);
    await this.profiles.insertFirst({
      _id: this.ids.next(),
      name: document.id,
      nameFolded: foldText(document.id),
      document,
      created: now,
      updated: now,
    });
  }
}
