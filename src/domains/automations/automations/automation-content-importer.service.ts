import { Injectable, type OnModuleInit } from '@nestjs/common';
import { conflict, invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type Principal } from '../../../kernel/principal.js';
import {
  ContentImportersService,
  type ForeignDocument,
  type ForeignOutcome,
} from '../../content/importing/content-importers.service.js';
import { readAutomation } from '../shape/read-automation.js';
import { TriggerSyncService } from '../triggers/trigger-sync.service.js';
import { AutomationEditsService, type WrittenAutomation } from './automation-edits.service.js';
import { AutomationLookupService } from '../lookup/automation-lookup.service.js';

/** Lets batches of content bring automations. */
@Injectable()
export class AutomationContentImporterService implements OnModuleInit {
  constructor(
    private readonly importers: ContentImportersService,
    private readonly edits: AutomationEditsService,
    private readonly lookup: AutomationLookupService,
    private readonly triggers: TriggerSyncService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.importers.register('automation', {
      import: async (given, principal) => {
        const { automation, warnings } = await this.import(given, principal);
        const outcome: ForeignOutcome = { id: automation.id, name: automation.name, warnings };
        return outcome;
      },
    });
  }

  private async import(
    { document, overwrite }: ForeignDocument,
    principal: Principal,
  ): Promise<WrittenAutomation> {
    const { name } = document;
    const present =
      overwrite && typeof name === 'string' ? await this.lookup.find(name) : undefined;
    if (!present) return this.edits.create(document, principal, true);
    const reading = await readAutomation(document);
    if (reading.kind === 'refused') throw invalidInput(reading.faults);
    if (present.packageId !== undefined)
      throw conflict(`Automation '${present.name}' came with a package`, 'packaged');
    const written = await this.edits.replace(present.id, document, principal);
    const stamp = { at: this.clock.now(), by: principal };
    await this.triggers.sync(present.id, reading.automation.triggers, stamp);
    return written;
  }
}
