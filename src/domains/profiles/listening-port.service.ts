import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config, givenVariables } from '../../platform/config/config.js';
import { portOf } from './document/port.js';
import { ProfilesService } from './profiles.service.js';

/** Where this node listens; asked once, when it starts. */
@Injectable()
export class ListeningPortService {
  constructor(
    private readonly profiles: ProfilesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** PORT when it is set, else the port of the active profile, else the default. */
  async find(): Promise<number> {
    const { port } = this.config.server;
    if (givenVariables(this.config).has('PORT')) return port;
    const { document } = await this.profiles.active();
    return portOf(document) ?? port;
  }
}
