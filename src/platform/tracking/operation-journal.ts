import { type AuditActor, type AuditOrigin } from '../audit/audit-entry.js';
import { type AuditTrailService } from '../audit/audit-trail.service.js';
import { type EventPublisherService } from '../events/event-publisher.service.js';
import { type AppLogger } from '../logging/app-logger.js';
import { type RequestContext, withRequestContext } from '../request-context/request-context.js';

/** So many changes are written down without waiting for the end: a node that dies takes no more along. */
const KEPT_MAX = 100;

/** Who started an operation, and from where: its audit entries say so. */
export interface OperationOrigin {
  readonly actor: AuditActor;
  readonly origin: AuditOrigin;
}

/** Where what an operation changes is noted, and its audit entries and events come from. */
export class OperationJournal {
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly ports: {
      readonly trail: Pick<AuditTrailService, 'record'>;
      readonly events: Pick<EventPublisherService, 'publishChanges'>;
      readonly log: Pick<AppLogger, 'error'>;
    },
    private readonly origin: OperationOrigin,
    /** One of its own: that of the request is read when the request is answered, and then no more. */
    private readonly context: RequestContext,
  ) {}

  /** Runs the work as if it were a request: services note for it what they change. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return withRequestContext(this.context, work);
  }

  /** Writes down what was noted, once there is much of it; nobody waits. */
  flushIfMany(): void {
    if (this.context.changes.length >= KEPT_MAX) this.#write('done');
  }

  /** Resolves once everything that was noted is written down, or kept to be written. */
  async close(failure: string | undefined): Promise<void> {
    this.#write(failure === undefined ? 'done' : 'failed', failure);
    await this.#writing;
  }

  #write(outcome: 'done' | 'failed', reason?: string): void {
    const changes = this.context.changes.splice(0);
    if (changes.length === 0) return;
    const { actor, origin } = this.origin;
    const entry = { kind: 'change', outcome, actor, origin, changes } as const;
    const write = async (): Promise<void> => {
      await this.ports.events.publishChanges(changes, actor.username);
      await this.ports.trail.record({ ...entry, ...(reason !== undefined && { reason }) });
    };
    this.#writing = this.#writing.then(write).catch((error: unknown) => {
      // The trail keeps it and tries again.
      this.ports.log.error({ err: error }, 'an audit entry of an operation is not stored yet');
    });
  }
}
