import { Injectable, type OnModuleInit } from '@nestjs/common';
import { guarded } from '../../../kernel/gbac.js';
import { DeviceFollowers } from '#domains/devices/inventory/device-followers.service.js';
import { RunItemsRepository } from './run-items.repository.js';

/** Who may see a device may see what became of it in runs, and nobody else. */
@Injectable()
export class RunFollowers implements OnModuleInit {
  constructor(
    private readonly followers: DeviceFollowers,
    private readonly items: RunItemsRepository,
  ) {}

  onModuleInit(): void {
    this.followers.register({
      follow: (deviceId, gbac) => this.items.follow(deviceId, guarded(gbac).readers),
    });
  }
}
