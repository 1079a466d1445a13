import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type AuditActor,
  type AuditOrigin,
  NOBODY,
  NOWHERE,
} from '../../platform/audit/audit-entry.js';
import { AuditKeysService } from '../../platform/audit/audit-keys.service.js';
import { AuditTrailService } from '../../platform/audit/audit-trail.service.js';
import { type CountedRefusal, type Refusal } from '../../platform/audit/refusal-counts.js';
import { EventPublisherService } from '../../platform/events/event-publisher.service.js';
import { KnownAccounts } from '../../platform/request-context/known-accounts.js';

/** Who the name belongs to, or a hash of it. */
interface Named {
  readonly actor: AuditActor;
  readonly nameHash?: string;
}

/** Audit entries of refused sign-ins, and the events that tell of them. */
@Injectable()
export class RefusalRecordsService {
  constructor(
    private readonly trail: AuditTrailService,
    private readonly accounts: KnownAccounts,
    private readonly keys: AuditKeysService,
    private readonly events: EventPublisherService,
  ) {}

  async write({ reason, refusal, count, first, last }: CountedRefusal): Promise<void> {
    const { actor, nameHash } = await this.named(refusal);
    await this.trail.record({
      kind: 'refused-sign-in',
      outcome: 'refused',
      actor,
      origin: refusal ? originOf(refusal) : NOWHERE,
      reason,
      count,
      at: first,
      until: last,
      ...(nameHash !== undefined && { nameHash }),
    });
    await this.events.publish('signInRefused', { username: actor.username, reason, count });
  }

  /** The name of an account is shown; any other may be a password, so its keyed hash stands for it. */
  private async named(refusal: Refusal | null): Promise<Named> {
    if (!refusal) return { actor: NOBODY };
    const actor = { ...NOBODY, credential: refusal.credential };
    if (refusal.name === null) return { actor };
    const account = await this.accounts.byName(refusal.name);
    if (account) {
      const { id: accountId, username, provenance } = account;
      return { actor: { ...actor, accountId, username, provenance } };
    }
    const { key } = await this.keys.current();
    return { actor, nameHash: createHmac('sha256', key).update(refusal.name).digest('base64url') };
  }
}

function originOf({ address, userAgent, requestId, operation }: Refusal): AuditOrigin {
  return { ...NOWHERE, address, userAgent, requestId, operation };
}
