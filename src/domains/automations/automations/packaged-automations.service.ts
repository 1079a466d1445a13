import { Injectable, type OnModuleInit } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { guarded, mayRead } from '../../../kernel/gbac.js';
import { groupInWords } from '../../../kernel/gbac-references.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { GroupDirectory } from '../../../platform/auth/group-directory.js';
import {
  type DerivedFields,
  PackagedDocuments,
} from '../../../platform/packaged/packaged-documents.js';
import { automationFacts, readAutomation } from '../shape/read-automation.js';
import { PackagedTriggersService } from '../triggers/packaged-triggers.service.js';
import { TriggersRepository } from '../triggers/triggers.repository.js';
import { AutomationLookupService } from './automation-lookup.service.js';
import { exported } from './to-automation.js';

/** Lets packages bring automations: with groups resolved, and with triggers that follow from them. */
@Injectable()
export class PackagedAutomationsService implements OnModuleInit {
  constructor(
    private readonly packaged: PackagedDocuments,
    private readonly groups: GroupDirectory,
    private readonly packagedTriggers: PackagedTriggersService,
    private readonly lookup: AutomationLookupService,
    private readonly triggers: TriggersRepository,
  ) {}

  onModuleInit(): void {
    this.packaged.register('automations', {
      derive: (document) => this.derive(document),
      settle: (packageId) => this.packagedTriggers.settle(packageId),
      published: (id, principal) => this.published(id, principal),
    });
  }

  /** @throws AppError `invalid-input` for one that is no automation or names unknown groups. */
  private async derive(document: JsonObject): Promise<DerivedFields> {
    const reading = await readAutomation(document);
    if (reading.kind === 'refused') throw invalidInput(reading.faults);
    const { gbac, unknown } = await this.groups.resolveGbac(reading.automation.gbac);
    if (unknown.length > 0) {
      const detail = `names groups that are not here: ${unknown.map(groupInWords).join(', ')}`;
      throw invalidInput([{ pointer: '#/gbac', detail }]);
    }
    return { facts: { ...automationFacts(document) }, ...guarded(gbac) };
  }

  /** Groups are those of this platform and stay here. */
  private async published(id: string, principal: Principal): Promise<JsonObject | null> {
    const found = await this.lookup.find(id);
    if (!found || !mayRead(principal, 'OperationsManager', found.guard.gbac).admitted) return null;
    const whole = exported(found, await this.triggers.ofAutomations([found.id]));
    return 'gbac' in whole ? { ...whole, gbac: { read: [], write: [] } } : whole;
  }
}
