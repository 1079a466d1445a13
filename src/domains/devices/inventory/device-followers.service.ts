import { Injectable } from '@nestjs/common';
import { type Gbac } from '../../../kernel/gbac.js';

/** Whoever keeps something that belongs to devices. */
export interface DeviceFollower {
  /** Called after the groups of a device were written, changed or not; may be called again. */
  readonly follow: (deviceId: string, gbac: Gbac) => Promise<void>;
}

/** Those that keep something of devices: a registry, because devices do not know them. */
@Injectable()
export class DeviceFollowersService {
  private readonly followers: DeviceFollower[] = [];

  /** Called once by each, when its module starts. */
  register(follower: DeviceFollower): void {
    this.followers.push(follower);
  }

  async gbacWritten(deviceId: string, gbac: Gbac): Promise<void> {
    for (const follower of this.followers) await follower.follow(deviceId, gbac);
  }
}
