import { cutText } from '../../kernel/cut-text.js';
import { createHmac } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { foldText } from '../../kernel/folded-text.js';
import {
  type AuditActor,
  type AuditOrigin,
  NOBODY,
  NOWHERE,
} from '../../platform/audit/audit-entry.js';
import { AuditKeysService } from '../../platform/audit/audit-keys.service.js';
import { AuditTrailService } from '../../platform/audit/audit-trail.service.js';
import { KnownAccounts } from '../../platform/request-context/known-accounts.js';
import {
  type CountedRefusal,
  type Refusal,
  RefusalCounts,
} from '../../platform/audit/refusal-counts.js';
import { EventPublisherService } from '../../platform/events/event-publisher.service.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { type AuditedRequest } from './audited-request.js';

const WRITE_COUNTED_MS = 10_000;
const NAME_LENGTH_MAX = 256;
const ADDRESS_LENGTH_MAX = 64;

/** Who the name belongs to, or a hash of it. */
interface Named {
  readonly actor: AuditActor;
  readonly nameHash?: string;
}

/**
 * Refused sign-ins, always recorded. Nobody waits for it: a refusal takes as long for names that
 * exist as for others, and as long in a flood as without (docs/accounts.md).
 */
@Injectable()
export class RefusedSignInsService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly counts = new RefusalCounts();

  // eslint-disable-next-line max-params -- two more than a service should have: log and tasks serve the flood, events tell of it
  constructor(
    private readonly trail: AuditTrailService,
    private readonly accounts: KnownAccounts,
    private readonly keys: AuditKeysService,
    private readonly clock: Clock,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
    private readonly events: EventPublisherService,
  ) {}

  onModuleInit(): void {
    this.tasks.every('counted refusals of sign-ins', WRITE_COUNTED_MS, () => this.writeCounted());
  }

  /** Hooks of one phase run side by side: the trail is flushed here too, after what was counted. */
  async beforeApplicationShutdown(): Promise<void> {
    try {
      await this.writeCounted(true);
    } catch (error) {
      this.log.error({ err: error }, 'counted refusals of sign-ins were not recorded');
    }
  }

  /** Counts a refusal, and records it when it is the first of its kind. */
  refused({ origin, credential, signInName }: AuditedRequest, reason: string): void {
    const refusal: Refusal = {
      reason,
      address: cutText(origin.address ?? '', ADDRESS_LENGTH_MAX),
      userAgent: origin.userAgent ?? '',
      name: signInName === null ? null : foldText(cutText(signInName.trim(), NAME_LENGTH_MAX)),
      credential,
      requestId: origin.requestId ?? '',
      operation: origin.operation,
    };
    const first = this.counts.add(refusal, this.clock.now());
    if (first) {
      void this.write(first).catch((error: unknown) => {
        this.log.error({ err: error }, 'a refused sign-in was not recorded');
      });
    }
  }

  /** Records what was counted in minutes that are over. */
  async writeCounted(all = false): Promise<void> {
    const counted = this.counts.take(this.clock.now(), all);
    await Promise.all(counted.map((one) => this.write(one)));
  }

  private async write({ reason, refusal, count, first, last }: CountedRefusal): Promise<void> {
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
