import { Injectable } from '@nestjs/common';
import { mayCall } from '../../../api/access/may-call.js';
import { operationSpec } from '../../../api/operations/operations.js';
import { Clock } from '../../../kernel/clock.js';
import { type Gbac, mayRead } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { fromStored, toStored } from '../../../platform/database/storable.js';
import { EventPublisher } from '../../../platform/events/event-publisher.service.js';
import { AccountPrincipalsService } from '../../user-management/identities/account-principals.service.js';
import { AutomationLookupService } from '../automations/automation-lookup.service.js';
import { type StoredTrigger } from '../triggers/stored-trigger.js';
import { type Occurrence } from './fired-triggers.service.js';
import { TriggerStatesRepository } from './trigger-states.repository.js';

/** In whose name a trigger runs by itself, or why it does not. */
export type TriggerEditor =
  | { readonly kind: 'editor'; readonly principal: Principal }
  | { readonly kind: 'none'; readonly reason: string };

const OPEN: Gbac = { read: [], write: [] };

/** A trigger runs by itself in the name of its last editor, and only as long as that one might write it. */
@Injectable()
export class TriggerEditors {
  constructor(
    private readonly accounts: AccountPrincipalsService,
    private readonly automations: AutomationLookupService,
    private readonly states: TriggerStatesRepository,
    private readonly events: EventPublisher,
    private readonly clock: Clock,
  ) {}

  /** The editor; a trigger whose editor may not write it any more stops here, for good, and says so. */
  async editorOf({ trigger, chain }: Occurrence): Promise<TriggerEditor> {
    if (trigger.updatedBy === null) {
      return none(
        'It came with a package: it runs once somebody has saved it, in the name of that one',
      );
    }
    const principal = await this.accounts.find(trigger.updatedBy);
    const lack = principal
      ? await this.lackOf(principal, trigger)
      : 'The account of its last editor is gone or inactive';
    if (principal && lack === undefined) return { kind: 'editor', principal };
    const reason = `${lack ?? ''}: the trigger is switched off`;
    await this.stop(trigger, reason, chain);
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

  private async stop(
    trigger: StoredTrigger,
    reason: string,
    chain: readonly string[],
  ): Promise<void> {
    const before = fromStored(trigger.document);
    const after = { ...before, enabled: false };
    // Somebody who has just written it is its last editor now, and is asked next time.
    if (!(await this.states.disable(trigger, toStored(after), this.clock.now()))) return;
    const { _id, name, automationId } = trigger;
    noteChange({ object: { type: 'trigger', id: _id, name }, before, after });
    const payload = { id: _id, name, automationId, reason, chain: [...chain, _id] };
    await this.events.publish('triggerStopped', payload);
  }
}

function none(reason: string): TriggerEditor {
  return { kind: 'none', reason };
}
