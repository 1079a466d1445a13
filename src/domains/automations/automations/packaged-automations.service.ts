import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError, invalidInput } from '../../../kernel/app-error.js';
import { guarded, mayRead, mayWrite } from '../../../kernel/gbac.js';
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
import { AutomationLookupService } from '../lookup/automation-lookup.service.js';
import { exported } from '../stored/to-automation.js';

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
      assertMayChange: ({ id }, principal) => this.assertMayChange(id, principal),
      readable: (ids, principal) => this.lookup.readableIds(ids, principal),
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

  /** @throws AppError `forbidden`, code `not-writable`; who may not see the automation is not told its name. */
  private async assertMayChange(id: string, principal: Principal): Promise<void> {
    const found = await this.lookup.find(id);
    const gbac = found?.guard.gbac;
    if (!gbac || mayWrite(principal, 'OperationsManager', gbac).admitted) return;
    const isSeen = mayRead(principal, 'OperationsManager', gbac).admitted;
    const what = isSeen ? `Automation '${found.name}'` : 'An automation of the package';
    throw new AppError('forbidden', `${what} is changed by members of its groups only`, {
      code: 'not-writable',
    });
  }

  /** Groups are those of this platform and stay here. */
  private async published(id: string, principal: Principal): Promise<JsonObject | null> {
    const found = await this.lookup.find(id);
    if (!found || !mayRead(principal, 'OperationsManager', found.guard.gbac).admitted) return null;
    const whole = exported(found, await this.triggers.ofAutomations([found.id]));
    return 'gbac' in whole ? { ...whole, gbac: { read: [], write: [] } } : whole;
  }
}
