import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { type Principal } from '../../../kernel/principal.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type Device, type DeviceSettings } from './device.js';
import { DeviceAdaptersService } from './device-adapters.service.js';
import { DeviceGbacService } from './device-gbac.service.js';
import { type SettingsRequest, settingsToStore } from './device-settings.js';

/** What somebody wrote of a device, as it is stored: credentials sealed. */
export type WrittenSettings = DeviceSettings &
  Pick<Device, 'nameFolded' | 'hostFolded' | 'groupsFolded' | 'gbac' | 'readers'>;

/** Makes of what somebody writes what is stored of a device. */
@Injectable()
export class DeviceSettingsService {
  constructor(
    private readonly adapters: DeviceAdaptersService,
    private readonly gbac: DeviceGbacService,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Groups of access that are not written stay as they are.
   * @throws AppError `invalid-input`; `forbidden` for an adapter that the caller may not use.
   */
  async written(
    request: Omit<SettingsRequest, 'seal' | 'present'> & { readonly present: Device | undefined },
    by: Principal,
  ): Promise<WrittenSettings> {
    const { write, present, pointer } = request;
    const seal = (text: string): string => this.secrets.seal(text);
    const settings = settingsToStore({ ...request, seal });
    await this.adapters.assertMayBind(settings.adapter, present?.adapter ?? null, by);
    const guard =
      present && write.gbac === undefined
        ? { gbac: present.gbac, readers: present.readers }
        : await this.gbac.guard(write.gbac ?? null, pointer);
    return {
      ...settings,
      nameFolded: foldText(settings.name),
      hostFolded: foldText(settings.host),
      groupsFolded: settings.groups.map(foldText),
      ...guard,
    };
  }
}
