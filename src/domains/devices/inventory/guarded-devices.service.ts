import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GuardedObjects } from '../../../platform/auth/guarded-objects.js';
import { DevicesRepository } from './devices.repository.js';
import { DevicesService } from './devices.service.js';

/** Lets access to devices be explained. */
@Injectable()
export class GuardedDevicesService implements OnModuleInit {
  constructor(
    private readonly objects: GuardedObjects,
    private readonly devices: DevicesService,
    private readonly stored: DevicesRepository,
  ) {}

  onModuleInit(): void {
    this.objects.register('device', {
      application: 'ConfigurationManager',
      find: async (idOrName) => {
        const found = await this.devices.find(idOrName);
        return found ? { gbac: found.gbac } : null;
      },
      namesGuardedBy: (groupId, limit) => this.stored.namesGuardedBy(groupId, limit),
    });
  }
}
