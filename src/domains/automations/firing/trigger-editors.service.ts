import { Injectable } from '@nestjs/common';
import { mayCall } from '../../../api/access/may-call.js';
import { operationSpec } from '../../../api/operations/operations.js';
import { type Gbac, isForEveryone, mayRead } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { AccountPrincipalsService } from '../../user-management/identities/account-principals.service.js';
import { AutomationLookupService } from '../lookup/automation-lookup.service.js';
import { type Occurrence, type Starter, starterOf } from './fired-triggers.service.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { TriggerDisablerService } from './trigger-disabler.service.js';

/** In whose name a trigger runs by itself, or why it does not. */
export type TriggerEditor =
  | { readonly kind: 'editor'; readonly starter: Starter }
  | { readonly kind: 'none'; readonly reason: string };

const OPEN: Gbac = { read: [], write: [] };

/** A trigger runs by itself in the name of its last editor, and only as long as that one might write it. */
@Injectable()
export class TriggerEditorsService {
  constructor(
    private readonly accounts: AccountPrincipalsService,
    private readonly automations: AutomationLookupService,
    private readonly disabler: TriggerDisablerService,
  ) {}

  /** The editor; a trigger whose editor may not write it any more stops here, for good, and says so. */
  async editorOf({ trigger, chain }: Occurrence): Promise<TriggerEditor> {
    if (trigger.updatedBy === null) {
      return none(
        'It came with a package: it runs once somebody has saved it, in the name of that one',
      );
    }
    const limits = trigger.updatedWith;
    const principal = await this.accounts.find(trigger.updatedBy, limits);
    const gbac = await this.gbacOf(trigger);
    const lack = principal
      ? lackOf(principal, gbac)
      : 'The account of its last editor is gone or inactive';
    if (principal && lack === undefined)
      return { kind: 'editor', starter: starterOf(principal, limits) };
    const reason = `${lack ?? ''}: the trigger is switched off`;
    await this.disabler.disable({ trigger, chain }, reason, !isForEveryone(gbac));
    return none(reason);
  }

  /** One that is gone may be seen by everybody. */
  private async gbacOf({ automationId }: StoredTrigger): Promise<Gbac> {
    return (await this.automations.find(automationId))?.guard.gbac ?? OPEN;
  }
}

function lackOf(principal: Principal, gbac: Gbac): string | undefined {
  if (!mayCall(principal, 'importAutomations'))
    return 'Its last editor has lost the role that lets triggers be written';
  const { application } = operationSpec('importAutomations');
  const { admitted } = mayRead(principal, application, gbac);
  return admitted ? undefined : 'Its last editor may not see the automation any more';
}

function none(reason: string): TriggerEditor {
  return { kind: 'none', reason };
}
