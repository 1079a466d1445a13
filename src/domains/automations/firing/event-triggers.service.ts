import { Inject, Injectable } from '@nestjs/common';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { fromStored } from '../../../platform/database/storable.js';
import { type EventBatch } from '../../../platform/events/event-batch.js';

import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { eventOccurrence } from '../starting/job-id.js';
import { forEachLimited } from '../../../platform/concurrency/for-each-limited.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { TriggersRepository } from '../triggers/triggers.repository.js';
import { chainOf, CHAIN_LENGTH_MAX } from './event-chain.js';
import {
  FiredTriggersService,
  type Firing,
  type Occurrence,
  writtenBy,
} from './fired-triggers.service.js';
import { formVariables } from './job-variables.js';
import { type ValidatedPayload, PayloadsService } from './payloads.service.js';
import { TriggerEditorsService } from './trigger-editors.service.js';

/** Triggers of one event that are in memory at a time, and those that are fired side by side. */
const PART = 100;
const AT_ONCE = 8;
/** So many failures are told of. */
const FAILURES_MAX = 20;

/** What has come of an event so far. */
interface Tally {
  started: number;
  /** Triggers that started nothing because others had started as many as one event may. */
  readonly leftOut: string[];
}

/** Fires the triggers that wait for an event; told the same one again, it comes to the same jobs. */
@Injectable()
export class EventTriggersService {
  private readonly jobsMax: number;

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly triggers: TriggersRepository,
    private readonly payloads: PayloadsService,
    private readonly editors: TriggerEditorsService,
    private readonly fired: FiredTriggersService,
  ) {
    this.jobsMax = engine.jobsPerEventMax === 0 ? Infinity : engine.jobsPerEventMax;
  }

  /** One trigger that fails keeps the others from nothing: the feed leaves an event out in the end. */
  async handle(event: PlatformEvent, signal: AbortSignal, batch: EventBatch): Promise<void> {
    const failures: unknown[] = [];
    const tally: Tally = { started: 0, leftOut: [] };
    await forEachLimited(this.waiting(event, batch), AT_ONCE, async (trigger) => {
      signal.throwIfAborted();
      // What happened before the trigger was made is none of its business.
      if (event.time < trigger.created) return;
      await this.fire(trigger, event, tally).catch((error: unknown) => {
        if (failures.length < FAILURES_MAX) failures.push(error);
      });
    });
    await this.tellLimited(event, tally);
    if (failures.length > 0) throw new AggregateError(failures, 'Not every trigger was fired');
  }

  /** Part by part, however many there are; the first is the same for all events of a batch. */
  private async *waiting(
    { source, topic }: PlatformEvent,
    batch: EventBatch,
  ): AsyncGenerator<StoredTrigger, void> {
    const part = (after: string): Promise<readonly StoredTrigger[]> =>
      this.triggers.findForEvent({ source, topic }, after, PART);
    let found = await batch.once(JSON.stringify([source, topic]), () => part(''));
    for (;;) {
      yield* found;
      const last = found.at(-1);
      if (!last || found.length < PART) return;
      found = await part(last._id);
    }
  }

  private async fire(trigger: StoredTrigger, event: PlatformEvent, tally: Tally): Promise<void> {
    const occurrence = { trigger, id: eventOccurrence(event.id), chain: chainOf(event.payload) };
    const validated = await this.payloads.validate(trigger, event.payload);
    // The schema is a filter: most events of a topic are meant for others.
    if (validated.kind === 'unfit' || (await this.endsCircle(occurrence))) return;
    const editor = await this.editors.editorOf(occurrence);
    if (editor.kind === 'none') {
      await this.fired.refuse(occurrence, editor.reason);
    } else if (validated.kind === 'failed') {
      await this.fired.refuse(occurrence, validated.reason);
    } else {
      await this.start({ ...occurrence, starter: editor.starter }, validated, tally);
    }
  }

  private async start(
    occurrence: Occurrence & Pick<Firing, 'starter'>,
    { variables, writer }: Extract<ValidatedPayload, { kind: 'variables' }>,
    tally: Tally,
  ): Promise<void> {
    if (tally.started >= this.jobsMax) {
      await this.leaveOut(occurrence, tally);
      return;
    }
    tally.started += 1; // before others look
    const { legacyWrapper } = fromStored(occurrence.trigger.document);
    const outcome = await this.fired.fire({
      ...occurrence,
      answerable: writtenBy(writer),
      variables: () =>
        legacyWrapper === true
          ? formVariables(variables, { legacyWrapper, inputSchema: null })
          : variables,
    });
    if (outcome.kind === 'refused') tally.started -= 1;
  }

  /** Noted without an event for each: there may be thousands, and triggers wait for those as well. */
  private async leaveOut(occurrence: Occurrence, tally: Tally): Promise<void> {
    tally.leftOut.push(occurrence.trigger._id);
    const reason = `The event has started ${String(this.jobsMax)} jobs already, as many as EVENT_JOBS_MAX allows`;
    await this.fired.note(occurrence, 'refused', reason);
  }

  private async tellLimited(
    { id: eventId, source, topic, payload }: PlatformEvent,
    { started, leftOut }: Tally,
  ): Promise<void> {
    const [first] = leftOut;
    if (first === undefined) return;
    const chain = [...chainOf(payload), first];
    const limited = { eventId, source, topic, started, refused: leftOut.length, chain };
    await this.fired.tellLimited(limited);
  }

  /** Noted without an event: that could go on with the circle. */
  private async endsCircle(occurrence: Occurrence): Promise<boolean> {
    if (occurrence.chain.length < CHAIN_LENGTH_MAX) return false;
    const reason = `The event follows from ${String(CHAIN_LENGTH_MAX)} triggers already: a circle ends here`;
    await this.fired.note(occurrence, 'refused', reason);
    return true;
  }
}
