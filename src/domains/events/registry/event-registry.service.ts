import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { fromStored } from '../../../platform/database/storable.js';
import { payloadSchema } from '../../../platform/events/event-declaration.js';
import { EVENT_IDS, eventDeclaration } from '../../../platform/events/event-table.js';
import { type EventTypeFilter, EventTypesRepository } from './event-types.repository.js';

/** An event that triggers can wait for. */
export interface RegisteredEvent {
  readonly source: string;
  readonly topic: string;
  readonly description: string;
  /** JSON Schema of the payload. */
  readonly schema: JsonObject;
}

/** Which part of the events operation 10 is asked for. */
export interface RegistryPart extends StoredList, EventTypeFilter {}

/** Where an event is found: here, or among the declarations. */
export type Place = { readonly source: string; readonly topic: string } & (
  | { readonly kind: 'own'; readonly event: RegisteredEvent }
  | { readonly kind: 'declared'; readonly _id: string }
);

const OWN: readonly RegisteredEvent[] = EVENT_IDS.map(eventDeclaration).map((declaration) => {
  const { source, topic, description } = declaration;
  return { source, topic, description, schema: payloadSchema(declaration) };
});

/** Every event that the platform emits and every one that integrations declare (operation 10). */
@Injectable()
export class EventRegistryService {
  constructor(private readonly types: EventTypesRepository) {}

  /** A part of them by source and topic. */
  async list({ source, topic, order, skip, limit }: RegistryPart): Promise<Page<Place>> {
    const own = OWN.filter(
      (event) =>
        (source === undefined || event.source === source) &&
        (topic === undefined || event.topic === topic),
    );
    const heads = await this.types.heads({ source, topic });
    const places: Place[] = [
      ...own.map((event) => ({ ...event, kind: 'own' as const, event })),
      ...heads.map((head) => ({ ...head, kind: 'declared' as const })),
    ];
    places.sort((a, b) => order * bySourceAndTopic(a, b));
    return { items: places.slice(skip, skip + limit), total: places.length };
  }

  /** What is declared of them; one that was deleted in this moment is left out. */
  async shown(places: readonly Place[]): Promise<readonly RegisteredEvent[]> {
    const ids = places.flatMap((place) => (place.kind === 'declared' ? [place._id] : []));
    const declared = new Map((await this.types.findAll(ids)).map((type) => [type._id, type]));
    return places.flatMap((place) => {
      if (place.kind === 'own') return [place.event];
      const type = declared.get(place._id);
      if (!type) return [];
      const { source, topic, description } = type;
      return [{ source, topic, description, schema: fromStored(type.schema) }];
    });
  }
}

function bySourceAndTopic(a: Place, b: Place): number {
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.topic < b.topic ? -1 : 1;
}
