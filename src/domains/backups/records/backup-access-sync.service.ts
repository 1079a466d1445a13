import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Gbac, guarded } from '../../../kernel/gbac.js';
import { DeviceAccessListenersService } from '#domains/devices/inventory/device-access-listeners.service.js';
import { BackupsRepository } from '../store/backups.repository.js';
import { ChainsRepository } from '../store/chains.repository.js';
import { chainOf } from '../store/stored-backup.js';

/** Lets the backups of a device follow its groups. */
@Injectable()
export class BackupAccessSyncService implements OnApplicationBootstrap {
  constructor(
    private readonly backups: BackupsRepository,
    private readonly chains: ChainsRepository,
    private readonly listeners: DeviceAccessListenersService,
  ) {}

  onApplicationBootstrap(): void {
    this.listeners.register((deviceId, gbac) => this.follow(deviceId, gbac));
  }

  /** May be called again: what is so already stays. */
  private async follow(deviceId: string, gbac: Gbac): Promise<void> {
    const chain = chainOf(deviceId, '');
    const guard = guarded(gbac);
    // Searches read the head: it goes first, so that nobody finds what they may no longer read.
    await this.chains.guard(chain, guard);
    await this.backups.guardAll(chain, guard);
  }
}
