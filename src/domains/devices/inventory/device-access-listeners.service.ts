import { Injectable } from '@nestjs/common';
import { type Gbac } from '../../../kernel/gbac.js';

/** Called after the groups of a device were written, changed or not; may be called again. */
export type DeviceAccessListener = (deviceId: string, gbac: Gbac) => Promise<void>;

/** Those that keep something of devices, for who may see it: a registry, because devices do not know them. */
@Injectable()
export class DeviceAccessListenersService {
  private readonly listeners: DeviceAccessListener[] = [];

  /** Called once by each, when its module starts. */
  register(listener: DeviceAccessListener): void {
    this.listeners.push(listener);
  }

  async accessWritten(deviceId: string, gbac: Gbac): Promise<void> {
    for (const listener of this.listeners) await listener(deviceId, gbac);
  }
}
