import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { AuditTrailService } from '../../../platform/audit/audit-trail.service.js';
import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { fromStored, toStored } from '../../../platform/database/storable.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { auditedTrigger } from '../triggers/audited-trigger.js';
import { shownTrigger } from '../stored/trigger-secrets.js';
import { type Occurrence } from './fired-triggers.service.js';
import { TriggerStatesRepository } from './trigger-states.repository.js';

/** Switches triggers off that nobody may answer for any more. */
@Injectable()
export class TriggerDisablerService {
  constructor(
    private readonly states: TriggerStatesRepository,
    private readonly trail: AuditTrailService,
    private readonly events: EventPublisherService,
    private readonly clock: Clock,
  ) {}

  /**
   * The platform's own act, whoever called: in the audit trail, and in an event that says why.
   * @param isHidden not everybody may see the automation.
   */
  async disable(
    { trigger, chain }: Omit<Occurrence, 'id'>,
    reason: string,
    isHidden: boolean,
  ): Promise<void> {
    const before = fromStored(trigger.document);
    const after = { ...before, enabled: false };
    // Somebody who has just written it is its last editor now, and is asked next time.
    if (!(await this.states.disable(trigger, toStored(after), this.clock.now()))) return;
    const { _id: id, name, automationId } = trigger;
    const object = auditedTrigger(id, name);
    const change: AuditedChange = {
      object,
      before: shownTrigger(before),
      after: shownTrigger(after),
    };
    // Nobody waits for it: it is stopped, and its next occurrence would not say so again.
    this.trail.note({
      kind: 'platform',
      outcome: 'done',
      reason: 'trigger-stopped',
      changes: [change],
    });
    await this.events.publishChanges([change], null);
    const told = isHidden ? { automationId: null, reason: null } : { automationId, reason };
    const payload = { id, ...told, chain: [...chain, id] };
    await this.events.publish('triggerStopped', payload);
  }
}
