import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { assertStorable } from '../../../platform/database/storable.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { EVENT_PAYLOAD_LIMIT_BYTES } from '../../../platform/events/stored-event.js';
import { assertForeignEvent } from '../event-sources.js';
import { EventTypesService } from '../registry/event-types.service.js';
import { RepeatedEventsService } from './repeated-events.service.js';

/** An event of an integration or a script. */
export interface GivenEvent {
  readonly source: string;
  readonly topic: string;
  readonly payload: JsonObject;
  /** The publisher's own id, by which it is known again. */
  readonly id?: string | undefined;
}

/** What became of it. */
export interface Publication {
  /** Id of the event as it is stored. */
  readonly id: string;
  /** It was published before and is not stored again. */
  readonly duplicate: boolean;
}

/** Stores events that others publish. */
@Injectable()
export class PublishingService {
  constructor(
    private readonly types: EventTypesService,
    private readonly repeated: RepeatedEventsService,
    private readonly events: EventPublisherService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores an event, unless it is a duplicate. It need not be declared; where it is, its payload has to
   * be as declared.
   * @throws AppError `invalid-input` also for a source of the platform; `document-too-large`.
   */
  async publish(given: GivenEvent, { username: actor }: Principal): Promise<Publication> {
    const { source, topic, payload } = given;
    await this.assertAcceptable(given);
    const own = this.ids.next();
    const { event: id, isStored } = await this.repeated.remember(
      { source, topic, payload, id: given.id },
      { event: own, at: this.clock.now() },
    );
    // The first publisher may have died before its event was stored: then this one stores it.
    if (!isStored) await this.events.append({ source, topic, payload, actor, id });
    return { id, duplicate: id !== own };
  }

  private async assertAcceptable({ source, topic, payload }: GivenEvent): Promise<void> {
    assertForeignEvent({ source, topic });
    assertStorable(payload, { limitBytes: EVENT_PAYLOAD_LIMIT_BYTES });
    const faults = await this.types.faultsOf(source, topic, payload);
    if (faults.length === 0) return;
    throw invalidInput(
      faults.map(({ pointer, detail }) => ({ pointer: `#/payload${pointer.slice(1)}`, detail })),
    );
  }
}
