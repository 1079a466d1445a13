import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ProtectedObjects } from '../../../platform/auth/protected-objects.js';
import { DevicesService } from './devices.service.js';

/** Lets access to devices be explained. */
@Injectable()
export class ProtectedDevicesService implements OnModuleInit {
  constructor(
    private readonly objects: ProtectedObjects,
    private readonly devices: DevicesService,
  ) {}

  onModuleInit(): void {
    this.objects.register('device', {
      application: 'ConfigurationManager',
      find: async (idOrName) => {
        const found = await this.devices.find(idOrName);
        return found ? { gbac: found.gbac } : null;
      },
    });
  }
}
