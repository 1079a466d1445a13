import { Injectable } from '@nestjs/common';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { duplicateKey, duplicateRule, type EventIdentity } from './duplicates.js';
import { EventDuplicatesRepository } from './event-duplicates.repository.js';

/** Knows events that were published before, on whichever node, as the active profile says. */
@Injectable()
export class RepeatedEventsService {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly duplicates: EventDuplicatesRepository,
    private readonly log: EventLogRepository,
  ) {}

  /**
   * Remembers an event under the id that it is going to have.
   * @returns the id of the event that counts, and whether that one is in the log.
   */
  async remember(
    identity: EventIdentity,
    { event, at }: { readonly event: string; readonly at: Date },
  ): Promise<{ readonly event: string; readonly isStored: boolean }> {
    const { active, ttlMs, size } = duplicateRule((await this.profiles.active()).document);
    if (!active) return { event, isStored: false };
    const until = new Date(at.getTime() + ttlMs);
    const known = await this.duplicates.remember({ _id: duplicateKey(identity), event, at, until });
    if (known === null) {
      await this.duplicates.trim(size);
      return { event, isStored: false };
    }
    return { event: known, isStored: (await this.log.find(known)) !== null };
  }
}
