import { Injectable } from '@nestjs/common';
import { AuditSwitch } from '../../platform/audit/audit-switch.js';
import { AuditTrailService } from '../../platform/audit/audit-trail.service.js';
import { EventPublisherService } from '../../platform/events/event-publisher.service.js';
import { type AuditedRequest } from './audited-request.js';
import { RefusedSignInsService } from './refused-sign-ins.service.js';

const FAILURE_FROM = 400;
/** Objects that hold the switch itself: turning it off or on is recorded whichever way it stands. */
const ALWAYS_RECORDED = 'profile';

/** Writes down what requests changed and whom they refused: the one place for every operation (ADR 0083). */
@Injectable()
export class RequestAuditService {
  constructor(
    private readonly trail: AuditTrailService,
    private readonly refusals: RefusedSignInsService,
    private readonly auditSwitch: AuditSwitch,
    private readonly events: EventPublisherService,
  ) {}

  /**
   * Called before the answer leaves. Waits for the entry of a change and for nothing else.
   * @throws AppError `unavailable` (`audit-not-written`) when the change was made and its entry could
   * not be stored.
   */
  async answered(request: AuditedRequest): Promise<void> {
    if (request.refusedSignIn !== undefined) this.refusals.refused(request, request.refusedSignIn);
    const { changes, signedIn, signedOut } = request.context;
    if (changes.length === 0 && !signedIn && signedOut === undefined) return;
    await Promise.all([this.publish(request), this.record(request)]);
  }

  /** The events of what was changed: with or without auditing, and whatever the answer is. */
  private async publish({ context, actor }: AuditedRequest): Promise<void> {
    await this.events.publishChanges(context.changes, actor.username);
  }

  private async record(request: AuditedRequest): Promise<void> {
    const { changes } = request.context;
    const isAlways = changes.some(({ object }) => object.type === ALWAYS_RECORDED);
    if (!isAlways && !(await this.isOn())) return;
    this.noteSession(request);
    if (changes.length > 0) await this.recordChanges(request);
  }

  private async recordChanges({ context, actor, origin, status }: AuditedRequest): Promise<void> {
    await this.trail.record({
      kind: 'change',
      outcome: status < FAILURE_FROM ? 'done' : 'failed',
      actor,
      origin,
      changes: [...context.changes],
      ...(context.failure !== undefined && { reason: context.failure }),
    });
  }

  private noteSession({ context, actor, origin }: AuditedRequest): void {
    if (context.signedIn) this.trail.note({ kind: 'sign-in', outcome: 'done', actor, origin });
    if (context.signedOut === undefined) return;
    const signedOut = { ...actor, credentialId: context.signedOut };
    this.trail.note({ kind: 'sign-out', outcome: 'done', actor: signedOut, origin });
  }

  /** When nobody can say, it counts as on: silence must not be had by breaking the profile. */
  private async isOn(): Promise<boolean> {
    try {
      return await this.auditSwitch.isOn();
    } catch {
      return true;
    }
  }
}
