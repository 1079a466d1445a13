import { Injectable } from '@nestjs/common';
import { NOBODY, NOWHERE } from '../../../platform/audit/audit-entry.js';
import { AuditTrailService } from '../../../platform/audit/audit-trail.service.js';
import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { type OutcomeCounts, type StoredChange } from '../changes/service-change.js';

/** Tells of what was saved: in the audit entry of the request, or where nobody waits, in one of its own. */
@Injectable()
export class SaveJournalService {
  constructor(
    private readonly trail: AuditTrailService,
    private readonly events: EventPublisherService,
  ) {}

  /** @throws AppError `unavailable` when the entry could not be stored yet; it is kept and tried again. */
  async tell(change: StoredChange, changes: readonly AuditedChange[]): Promise<void> {
    if (!change.isBackground) changes.forEach(noteChange);
    else await this.tellAlone(change, changes, 'background');
  }

  /** For a request whose node was stopped before its entry was written. */
  async tellAlone(
    { by }: StoredChange,
    changes: readonly AuditedChange[],
    reason: 'background' | 'interrupted',
  ): Promise<void> {
    if (changes.length === 0) return;
    await Promise.all([
      this.trail.record({
        kind: 'change',
        outcome: 'done',
        actor: { ...NOBODY, ...by },
        origin: { ...NOWHERE, operation: 'saveInstances' },
        changes,
        reason,
      }),
      this.events.publishChanges(changes, by.username),
    ]);
  }

  /** Tells that a save has come to its end; a dry-run has changed nothing, and a delete tells for itself. */
  async ended(
    { _id: id, kind, adapterName, total, by }: StoredChange,
    { succeeded, failed, unknown }: OutcomeCounts,
  ): Promise<void> {
    if (kind !== 'save') return;
    const payload = { id, adapter: adapterName, total, succeeded, failed, unknown };
    const { username } = by;
    await this.events.publish('serviceInstancesSaved', { ...payload, by: username }, username);
  }
}
