import { Injectable } from '@nestjs/common';
import { mayCall } from '../../../api/access/may-call.js';
import { operationSpec } from '../../../api/operations/operations.js';
import { type Gbac, mayRead } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { AccountPrincipalsService } from '../../user-management/identities/account-principals.service.js';
import { AutomationLookupService } from '../automations/automation-lookup.service.js';
import { type StoredTrigger } from '../triggers/stored-trigger.js';
import { type Occurrence, type Starter, starterOf } from './fired-triggers.service.js';
import { TriggerStops } from './trigger-stops.service.js';

/** In whose name a trigger runs by itself, or why it does not. */
export type TriggerEditor =
  | { readonly kind: 'editor'; readonly starter: Starter }
  | { readonly kind: 'none'; readonly reason: string };

const OPEN: Gbac = { read: [], write: [] };

/** A trigger runs by itself in the name of its last editor, and only as long as that one might write it. */
@Injectable()
export class TriggerEditors {
  constructor(
    private readonly accounts: AccountPrincipalsService,
    private readonly automations: AutomationLookupService,
    private readonly stops: TriggerStops,
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
    const lack = principal
      ? await this.lackOf(principal, trigger)
      : 'The account of its last editor is gone or inactive';
    if (principal && lack === undefined)
      return { kind: 'editor', starter: starterOf(principal, limits) };
    const reason = `${lack ?? ''}: the trigger is switched off`;
    await this.stops.stop({ trigger, chain }, reason);
    return none(reason);
  }

  private async lackOf(principal: Principal, trigger: StoredTrigger): Promise<string | undefined> {
    const spec = operationSpec('importAutomations');
    if (!mayCall(principal, spec))
      return 'Its last editor has lost the role that lets triggers be written';
    const automation = await this.automations.find(trigger.automationId);
    const { admitted } = mayRead(principal, spec.application, automation?.guard.gbac ?? OPEN);
    return admitted ? undefined : 'Its last editor may not see the automation any more';
  }
}

function none(reason: string): TriggerEditor {
  return { kind: 'none', reason };
}
