import { Injectable } from '@nestjs/common';
import { NamedLocks } from '../../../platform/database/named-locks.js';
import { Clock } from '../../../kernel/clock.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { type AdapterProbe, type StoredAdapter } from '../records/adapter.js';
import { AdaptersRepository } from '../records/adapters.repository.js';
import { AdapterProbeService, type Finding } from './adapter-probe.service.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { nextProbeMs } from '../../../platform/scheduling/probe-interval.js';

const AT_ONCE_MAX = 8;
const BATCH_MAX = 100;

/** Keeps the records saying how the systems behind enabled adapters do. One node looks. */
@Injectable()
export class AdapterHealthService {
  constructor(
    private readonly adapters: AdaptersRepository,
    private readonly probe: AdapterProbeService,
    private readonly locks: NamedLocks,
    private readonly clock: Clock,
    private readonly events: EventPublisherService,
  ) {}

  dueCondition(): DueCondition {
    return this.adapters.dueCondition(this.clock);
  }

  /** Looks at everything that is due, unless another node does. */
  async run(stopping: AbortSignal): Promise<void> {
    const [first] = await this.adapters.findDue(this.clock.now(), 1);
    if (!first) return;
    await this.locks.ifFree('adapters:health', async (lost) => {
      const signal = AbortSignal.any([stopping, lost]);
      const due = [...(await this.adapters.findDue(this.clock.now(), BATCH_MAX))];
      const worker = async (): Promise<void> => {
        for (let next = due.shift(); next && !signal.aborted; next = due.shift())
          await this.look(next, signal);
      };
      await Promise.all(Array.from({ length: AT_ONCE_MAX }, worker));
    });
  }

  /** Looks at one adapter and keeps what it finds; undefined when the look was cut short. */
  async look(adapter: StoredAdapter, signal: AbortSignal): Promise<AdapterProbe | undefined> {
    const finding = await this.probe.find(adapter, signal);
    // What was cut short says nothing about the other system.
    if (signal.aborted) return undefined;
    const probe = afterLook(adapter.probe, finding, this.clock.now());
    const waitMs = nextProbeMs(probe.failures, Math.random());
    const due = new Date(probe.at.getTime() + waitMs);
    const isNoted = await this.adapters.noteProbe(adapter, probe, due);
    if (isNoted && adapter.probe?.passed !== probe.passed) await this.tell(adapter, probe);
    return probe;
  }

  private async tell(
    { _id, name }: StoredAdapter,
    { passed, detail }: AdapterProbe,
  ): Promise<void> {
    const state = passed ? 'up' : 'down';
    await this.events.publish('adapterHealthChanged', { id: _id, name, state, detail });
  }
}

function afterLook(before: AdapterProbe | null, finding: Finding, at: Date): AdapterProbe {
  const isAsBefore = before?.passed === finding.passed;
  return {
    ...finding,
    at,
    since: isAsBefore ? before.since : at,
    failures: finding.passed ? 0 : (before?.failures ?? 0) + 1,
  };
}
