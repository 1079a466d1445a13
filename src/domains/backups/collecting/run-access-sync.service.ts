import { Injectable, type OnModuleInit } from '@nestjs/common';
import { guarded } from '../../../kernel/gbac.js';
import { DeviceAccessListenersService } from '#domains/devices/inventory/device-access-listeners.service.js';
import { RunItemsRepository } from './run-items.repository.js';

/** Who may see a device may see what became of it in runs, and nobody else. */
@Injectable()
export class RunAccessSyncService implements OnModuleInit {
  constructor(
    private readonly listeners: DeviceAccessListenersService,
    private readonly items: RunItemsRepository,
  ) {}

  onModuleInit(): void {
    this.listeners.register((deviceId, gbac) => this.items.follow(deviceId, guarded(gbac).readers));
  }
}
