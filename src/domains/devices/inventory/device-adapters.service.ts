import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { assertMayUseAdapter } from '../../adapters/access/adapter-access.js';
import { AdaptersService } from '../../adapters/records/adapters.service.js';
import { type AdapterPlace } from './device.js';

/** Judges who gives a device its adapter: from then on the platform reads there for everybody. */
@Injectable()
export class DeviceAdaptersService {
  constructor(private readonly adapters: AdaptersService) {}

  /** @throws AppError `forbidden` (`adapter-not-usable`) for another place than before that the caller may not read. */
  async assertMayBind(
    place: AdapterPlace | null,
    before: AdapterPlace | null,
    by: Principal,
  ): Promise<void> {
    if (!place || (place.name === before?.name && place.device === before.device)) return;
    assertMayUseAdapter([by], await this.adapterOf(place), 'read');
  }

  /** One that somebody will make later is judged as one that names nobody. */
  private async adapterOf({
    name,
  }: AdapterPlace): Promise<Parameters<typeof assertMayUseAdapter>[1]> {
    try {
      return await this.adapters.get(name);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return { name };
      throw error;
    }
  }
}
