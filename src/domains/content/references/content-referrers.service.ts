import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Referred, type Referrer, Referrers } from '../../../platform/referrers/referrers.js';
import { CONTENT_KIND_NAMES } from '../kinds/content-kinds.js';
import { ContentRepositories } from '../records/content-repositories.repository.js';
import { keysOf } from '../records/reference-keys.js';
import { CONTENT_LABELS } from './content-labels.js';

/** Tells whoever deletes something which documents refer to it. */
@Injectable()
export class ContentReferrersService implements OnModuleInit {
  constructor(
    private readonly referrers: Referrers,
    private readonly repositories: ContentRepositories,
  ) {}

  onModuleInit(): void {
    this.referrers.register((to, limit) => this.find(to, limit));
  }

  private async find(to: Referred, limit: number): Promise<readonly Referrer[]> {
    const keys = keysOf(to.kind, to);
    const found = await Promise.all(
      CONTENT_KIND_NAMES.map(async (kind) => {
        const names = await this.repositories.of(kind).findReferring(keys, to.id, limit);
        return names.map((name) => ({ kind: CONTENT_LABELS[kind], name }));
      }),
    );
    return found.flat().slice(0, limit);
  }
}
