import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { AuditTrail } from '../../../platform/audit/audit-trail.service.js';
import { type AuditedChange } from '../../../platform/audit/audited-change.js';
import { fromStored, toStored } from '../../../platform/database/storable.js';
import { EventPublisher } from '../../../platform/events/event-publisher.service.js';
import { auditedTrigger } from '../triggers/audited-trigger.js';
import { type Occurrence } from './fired-triggers.service.js';
import { TriggerStatesRepository } from './trigger-states.repository.js';

/** Switches triggers off that nobody may answer for any more. */
@Injectable()
export class TriggerStops {
  constructor(
    private readonly states: TriggerStatesRepository,
    private readonly trail: AuditTrail,
    private readonly events: EventPublisher,
    private readonly clock: Clock,
  ) {}

  /** The platform's own doing, whoever called: in the audit trail, and in an event that says why. */
  async stop({ trigger, chain }: Omit<Occurrence, 'id'>, reason: string): Promise<void> {
    const before = fromStored(trigger.document);
    const after = { ...before, enabled: false };
    // Somebody who has just written it is its last editor now, and is asked next time.
    if (!(await this.states.disable(trigger, toStored(after), this.clock.now()))) return;
    const { _id: id, name, automationId } = trigger;
    const change: AuditedChange = { object: auditedTrigger(id, name), before, after };
    // Nobody waits for it: it is stopped, and its next occurrence would not say so again.
    this.trail.note({
      kind: 'platform',
      outcome: 'done',
      reason: 'trigger-stopped',
      changes: [change],
    });
    await this.events.publishChanges([change], null);
    const payload = { id, automationId, reason, chain: [...chain, id] };
    await this.events.publish('triggerStopped', payload);
  }
}
