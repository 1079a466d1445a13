import { Inject, Injectable } from '@nestjs/common';
import { foldText } from '../../kernel/folded-text.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { type RunningSystem } from './catalogue/running-system.js';
import { PackagesRepository } from './packages/packages.repository.js';

/** What runs here, as far as packages ask for it. */
@Injectable()
export class RunningSystemService {
  constructor(
    private readonly packages: PackagesRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The release of the platform. */
  get release(): string {
    return this.config.catalogue.release;
  }

  /** The running system, with those of the named packages that are installed. */
  async load(packageNames: Iterable<string>): Promise<RunningSystem> {
    const folded = [...new Set([...packageNames].map((name) => foldText(name)))];
    return {
      release: this.release,
      // Adapters are not built yet, so none is configured.
      adapters: new Map(),
      packages: await this.packages.findVersions(folded),
    };
  }
}
