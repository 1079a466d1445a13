import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Clock } from '../../kernel/clock.js';
import { IdSource } from '../../kernel/ids.js';
import { type AuditedChange } from '../request-context/audited-change.js';
import { GroupCommit } from '../concurrency/group-commit.js';
import { databaseUnavailable } from '../database/mongo-failures.js';
import { toStored } from '../database/storable.js';
import { AppLogger } from '../logging/app-logger.js';
import { Metrics } from '../metrics/metrics.js';
import { changeEvent } from './change-event.js';
import { eventDeclaration, type EventId, type EventPayload } from './event-table.js';
import { EventWriter } from './event-writer.js';
import { waitAtMost } from '../concurrency/wait-at-most.js';
import { EVENT_PAYLOAD_LIMIT_BYTES, type EventDraft } from './stored-event.js';

const BOUNDS = { batchMax: 500, queueMax: 10_000, retryMs: 1000 } as const;
const SHUTDOWN_MS = 3000;

/** What somebody publishes. */
export interface PublishedEvent {
  readonly source: string;
  readonly topic: string;
  readonly payload: object;
  /** Name of the account that caused it; null for the platform itself. */
  readonly actor: string | null;
  /** Its id; a new one when absent. An event of an id that is stored already is not stored again. */
  readonly id?: string;
}

/** Where every event goes that happens here: the only writer of the log (ADR 0116). */
@Injectable()
export class EventPublisherService implements BeforeApplicationShutdown {
  private readonly commit: GroupCommit<EventDraft>;
  private readonly outcomes: Counter<'outcome'>;

  constructor(
    writer: EventWriter,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    private readonly log: AppLogger,
    metrics: Metrics,
  ) {
    this.commit = new GroupCommit(async (drafts) => {
      await writer.write(drafts);
      this.outcomes.inc({ outcome: 'stored' }, drafts.length);
    }, BOUNDS);
    this.outcomes = new Counter({
      name: 'events_total',
      help: 'Events that were published, by what became of them; delayed ones are stored later',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
  }

  /** Requests are finished by now. A database that is gone must not keep the server from ending. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.commit.size === 0) return;
    const flushed = this.commit.flush().catch((error: unknown) => {
      this.log.error({ err: error }, 'events were not stored');
    });
    await waitAtMost(SHUTDOWN_MS, flushed);
  }

  /**
   * Tells that something happened; resolves once it is stored. It never fails: what happened has
   * happened, so an event that cannot be stored now is logged, counted, and tried again.
   */
  async publish<I extends EventId>(
    id: I,
    payload: EventPayload<I>,
    actor: string | null = null,
  ): Promise<void> {
    const { source, topic } = eventDeclaration(id);
    try {
      await this.append({ source, topic, payload, actor });
    } catch (error) {
      this.outcomes.inc({ outcome: 'delayed' });
      this.log.error({ err: error, source, topic }, 'an event is not stored yet');
    }
  }

  /**
   * Tells of changes that were noted for the audit trail; resolves once all are stored.
   * @param by name of the account that made them; null for commands.
   */
  async publishChanges(changes: readonly AuditedChange[], by: string | null): Promise<void> {
    const events = changes.map((change) => changeEvent(change, by));
    await Promise.all(events.map(({ id, payload }) => this.publish(id, payload, by)));
  }

  /**
   * Stores an event that is not in the table of the platform.
   * @returns its id.
   * @throws AppError `invalid-input` or `document-too-large` for the payload; `unavailable` when too many
   *   wait; what the database says when the event is not stored yet: it is kept and tried again.
   */
  async append({ source, topic, payload, actor, id }: PublishedEvent): Promise<string> {
    const stored = toStored(payload, { limitBytes: EVENT_PAYLOAD_LIMIT_BYTES });
    const draft = {
      _id: id ?? this.ids.next(),
      source,
      topic,
      time: this.clock.now(),
      actor,
      payload: stored,
    };
    if (!this.commit.hasRoom(1)) {
      this.outcomes.inc({ outcome: 'lost' });
      throw databaseUnavailable(new Error('too many events wait to be stored'));
    }
    await this.commit.add([draft]);
    return draft._id;
  }
}
