import { Injectable } from '@nestjs/common';
import { isJsonObject } from '../../kernel/json.js';
import { AuditSwitch } from '../../platform/audit/audit-switch.js';
import { ProfilesService } from '../profiles/profiles.service.js';

/** The switch of the active profile: `auditProps.audit`. Whatever is not `false` counts as on. */
@Injectable()
export class ProfileAuditSwitch extends AuditSwitch {
  constructor(private readonly profiles: ProfilesService) {
    super();
  }

  override async isOn(): Promise<boolean> {
    const { document } = await this.profiles.active();
    const settings = document['auditProps'];
    return !isJsonObject(settings) || settings['audit'] !== false;
  }
}
