import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GuardedObjects } from '../../../platform/auth/guarded-objects.js';
import { AutomationLookupService } from '../lookup/automation-lookup.service.js';
import { AutomationsRepository } from '../stored/automations.repository.js';

/** Lets access to automations be explained. */
@Injectable()
export class GuardedAutomationsService implements OnModuleInit {
  constructor(
    private readonly objects: GuardedObjects,
    private readonly automations: AutomationLookupService,
    private readonly stored: AutomationsRepository,
  ) {}

  onModuleInit(): void {
    this.objects.register('automation', {
      application: 'OperationsManager',
      find: async (id) => {
        const found = await this.automations.find(id);
        return found ? { gbac: found.guard.gbac } : null;
      },
      namesGuardedBy: (groupId, limit) => this.stored.namesGuardedBy(groupId, limit),
    });
  }
}
