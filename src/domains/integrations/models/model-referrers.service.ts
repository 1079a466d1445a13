import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Referred, Referrers } from '../../../platform/referrers/referrers.js';
import { IntegrationUsesRepository } from '../stored/integration-uses.repository.js';
import { type IntegrationModel } from './integration-model.js';

/** Tells whoever deletes a model which integrations use it. */
@Injectable()
export class ModelReferrersService implements OnModuleInit {
  constructor(
    private readonly referrers: Referrers,
    private readonly uses: IntegrationUsesRepository,
  ) {}

  onModuleInit(): void {
    this.referrers.register(async ({ kind, id, name }, limit) => {
      if (kind !== KIND) return [];
      const names = await this.uses.findUsersOf([name, id], limit);
      return names.map((user) => ({ kind: 'integration', name: user }));
    });
  }
}

const KIND = 'integration-model';

/** A model as integrations refer to it: by its name, or title and version. */
export function referredModel({ name, summary }: IntegrationModel): Referred {
  return { kind: KIND, label: 'Integration model', id: summary.versionId, name };
}
