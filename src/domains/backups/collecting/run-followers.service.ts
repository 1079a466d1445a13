import { Injectable, type OnModuleInit } from '@nestjs/common';
import { guarded } from '../../../kernel/gbac.js';
import { DeviceFollowersService } from '#domains/devices/inventory/device-followers.service.js';
import { RunItemsRepository } from './run-items.repository.js';

/** Who may see a device may see what became of it in runs, and nobody else. */
@Injectable()
export class RunFollowersService implements OnModuleInit {
  constructor(
    private readonly followers: DeviceFollowersService,
    private readonly items: RunItemsRepository,
  ) {}

  onModuleInit(): void {
    this.followers.register({
      follow: (deviceId, gbac) => this.items.follow(deviceId, guarded(gbac).readers),
    });
  }
}
