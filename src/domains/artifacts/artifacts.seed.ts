import { Injectable } from '@nestjs/common';
import { type Seed } from '../../platform/database/seed.js';
import { CatalogueRefreshService } from '#domains/catalogue/refreshing/catalogue-refresh.service.js';
import { PackageChangesService } from './changes/package-changes.service.js';

/** A newcomer's first list should not be empty, and a start should not wait for slow repositories. */
const FIRST_READING_MS = 5000;

/** Ends what a crash interrupted and reads repositories that have never been read. */
@Injectable()
export class ArtifactsSeed implements Seed {
  readonly name = 'packages and catalogue';

  constructor(
    private readonly changes: PackageChangesService,
    private readonly refresh: CatalogueRefreshService,
  ) {}

  async run(): Promise<void> {
    await this.changes.recover();
    await this.refresh.begin((await this.refresh.isUnread()) ? FIRST_READING_MS : 0);
  }
}
