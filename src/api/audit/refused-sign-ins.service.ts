import { cutText } from '../../kernel/cut-text.js';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { foldText } from '../../kernel/folded-text.js';
import { type Refusal, RefusalCounts } from '../../platform/audit/refusal-counts.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { type AuditedRequest } from './audited-request.js';
import { RefusalRecordsService } from './refusal-records.service.js';

const WRITE_COUNTED_MS = 10_000;
const NAME_LENGTH_MAX = 256;
const ADDRESS_LENGTH_MAX = 64;

/**
 * Refused sign-ins, always recorded. Nobody waits for it: a refusal takes as long for names that
 * exist as for others, and as long in a flood as without (docs/accounts.md).
 */
@Injectable()
export class RefusedSignInsService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly counts = new RefusalCounts();

  constructor(
    private readonly records: RefusalRecordsService,
    private readonly clock: Clock,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
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
      void this.records.write(first).catch((error: unknown) => {
        this.log.error({ err: error }, 'a refused sign-in was not recorded');
      });
    }
  }

  /** Records what was counted in minutes that are over. */
  async writeCounted(all = false): Promise<void> {
    const counted = this.counts.take(this.clock.now(), all);
    await Promise.all(counted.map((one) => this.records.write(one)));
  }
}
