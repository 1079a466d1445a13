import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GuardedObjects } from '../../../platform/auth/guarded-objects.js';
import { DeviceGroupsRepository } from './device-groups.repository.js';

/** Lets access to groups of devices be explained. */
@Injectable()
export class GuardedDeviceGroupsService implements OnModuleInit {
  constructor(
    private readonly objects: GuardedObjects,
    private readonly groups: DeviceGroupsRepository,
  ) {}

  onModuleInit(): void {
    this.objects.register('deviceGroup', {
      application: 'ConfigurationManager',
      find: async (id) => {
        const found = await this.groups.find(id);
        return found ? { gbac: found.gbac } : null;
      },
      namesGuardedBy: (groupId, limit) => this.groups.namesGuardedBy(groupId, limit),
    });
  }
}
