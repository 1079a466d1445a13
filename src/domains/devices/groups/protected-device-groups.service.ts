import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ProtectedObjects } from '../../../platform/auth/protected-objects.js';
import { DeviceGroupsRepository } from './device-groups.repository.js';

/** Lets access to groups of devices be explained. */
@Injectable()
export class ProtectedDeviceGroupsService implements OnModuleInit {
  constructor(
    private readonly objects: ProtectedObjects,
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
