import { Inject, Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { AdaptersService } from '../../adapters/records/adapters.service.js';
import { type RunningSystem } from '../../../cores/versions/running-system.js';
import { CatalogueEntriesRepository } from '#domains/catalogue/index/catalogue-entries.repository.js';
import { PackagesRepository } from '../stored/packages.repository.js';

/** What runs here, as far as packages ask for it. */
@Injectable()
export class RunningSystemService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly entries: CatalogueEntriesRepository,
    private readonly adapters: AdaptersService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The release of the platform. */
  get release(): string {
    return this.config.catalogue.release;
  }

  /** The running system, as far as the named packages and dependencies are concerned. */
  async load(packageNames: Iterable<string>): Promise<RunningSystem> {
    const folded = [...new Set([...packageNames].map((name) => foldText(name)))];
    const [packages, offered, types] = await Promise.all([
      this.packages.findVersions(folded),
      this.entries.findOffered(folded),
      this.adapters.typesConfigured(),
    ]);
    // Each type comes with the platform, and so in its release.
    const adapters = new Map(types.map((type) => [`adapter-${type}`, this.release]));
    return { release: this.release, adapters, packages, offered };
  }
}
