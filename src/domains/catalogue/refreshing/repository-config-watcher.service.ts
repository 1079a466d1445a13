import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { RuntimeProfileService } from '../../profiles/runtime-profile.service.js';
import { CatalogueRefreshService } from './catalogue-refresh.service.js';

/** Reads the repositories at once when another profile, or a changed one, names others. */
@Injectable()
export class RepositoryConfigWatcherService implements OnModuleInit {
  /** The repositories as the profile names them; undefined before the first profile. */
  private known: string | undefined;

  constructor(
    private readonly runtime: RuntimeProfileService,
    private readonly refresh: CatalogueRefreshService,
  ) {}

  onModuleInit(): void {
    this.runtime.register('repositories', (document) => this.follow(document));
  }

  private async follow({ prebuiltProps }: JsonObject): Promise<void> {
    const named = JSON.stringify(prebuiltProps) as string | undefined;
    const isFirst = this.known === undefined;
    const isSame = this.known === (named ?? '');
    this.known = named ?? '';
    // What the node starts with is read by the regular refresh; nobody waits for this one.
    if (!isFirst && !isSame) await this.refresh.begin(0);
  }
}
