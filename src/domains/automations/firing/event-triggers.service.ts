import { Injectable } from '@nestjs/common';
import { fromStored } from '../../../platform/database/storable.js';
import { type EventBatch } from '../../../platform/events/event-batch.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { eventOccurrence } from '../starting/job-id.js';
import { type StoredTrigger } from '../triggers/stored-trigger.js';
import { TriggersRepository } from '../triggers/triggers.repository.js';
import { chainOf, CHAIN_LENGTH_MAX } from './event-chain.js';
import { FiredTriggers, type Occurrence } from './fired-triggers.service.js';
import { formVariables } from './job-variables.js';
import { Payloads } from './payloads.service.js';
import { TriggerEditors } from './trigger-editors.service.js';

/** Fires the triggers that wait for an event; told the same one again, it comes to the same jobs. */
@Injectable()
export class EventTriggers {
  constructor(
    private readonly triggers: TriggersRepository,
    private readonly payloads: Payloads,
    private readonly editors: TriggerEditors,
    private readonly fired: FiredTriggers,
  ) {}

  /** One trigger that fails keeps the others from nothing: the feed leaves an event out in the end. */
  async handle(event: PlatformEvent, signal: AbortSignal, batch: EventBatch): Promise<void> {
    const { source, topic } = event;
    const waiting = await batch.once(JSON.stringify([source, topic]), () =>
      this.triggers.findForEvent(source, topic),
    );
    const failures: unknown[] = [];
    for (const trigger of waiting) {
      signal.throwIfAborted();
      // What happened before the trigger was made is none of its business.
      if (event.time < trigger.created) continue;
      await this.fire(trigger, event).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not every trigger was fired');
  }

  private async fire(trigger: StoredTrigger, event: PlatformEvent): Promise<void> {
    const occurrence = { trigger, id: eventOccurrence(event.id), chain: chainOf(event.payload) };
    const judged = await this.payloads.judge(trigger, event.payload);
    // The schema is a filter: most events of a topic are meant for others.
    if (judged.kind === 'unfit' || (await this.endsCircle(occurrence))) return;
    const editor = await this.editors.editorOf(occurrence);
    if (editor.kind === 'none') {
      await this.fired.refuse(occurrence, editor.reason);
    } else if (judged.kind === 'failed') {
      await this.fired.refuse(occurrence, judged.reason);
    } else {
      const { legacyWrapper } = fromStored(trigger.document);
      const { variables } = judged;
      await this.fired.fire({
        ...occurrence,
        starter: editor.starter,
        variables: () =>
          legacyWrapper === true
            ? formVariables(variables, { legacyWrapper, inputSchema: null })
            : variables,
      });
    }
  }

  /** Noted without an event: that could go on with the circle. */
  private async endsCircle(occurrence: Occurrence): Promise<boolean> {
    if (occurrence.chain.length < CHAIN_LENGTH_MAX) return false;
    const reason = `The event follows from ${String(CHAIN_LENGTH_MAX)} triggers already: a circle ends here`;
    await this.fired.note(occurrence, 'refused', reason);
    return true;
  }
}
