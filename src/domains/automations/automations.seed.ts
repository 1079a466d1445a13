import { Injectable } from '@nestjs/common';
import { type Seed } from '../../platform/database/seed.js';
import { AutomationWriterService } from './automations/automation-writer.service.js';
import { PackagedTriggersService } from './triggers/packaged-triggers.service.js';
import { TriggersRepository } from './triggers/triggers.repository.js';

/** Removes what a crash left of automations and triggers, and seals what earlier versions stored open. */
@Injectable()
export class AutomationsSeed implements Seed {
  readonly name = 'whole automations';

  constructor(
    private readonly writer: AutomationWriterService,
    private readonly triggers: PackagedTriggersService,
    private readonly records: TriggersRepository,
  ) {}

  async run(): Promise<void> {
    await this.writer.removeAbandoned();
    await this.triggers.removeOrphans();
    await this.records.sealOpen();
  }
}
