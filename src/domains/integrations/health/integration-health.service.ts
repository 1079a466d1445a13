import { Injectable } from '@nestjs/common';
import { NamedLocks } from '../../../platform/database/named-locks.js';
import { Clock } from '../../../kernel/clock.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { type StoredIntegration } from '../stored/integration.js';
import { IntegrationsRepository } from '../stored/integrations.repository.js';
import { toIntegration } from '../stored/stored-integration.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { nextProbeMs } from '../../../platform/scheduling/probe-interval.js';
import { type Finding, SystemProbeService } from './system-probe.service.js';

const AT_ONCE_MAX = 8;
const BATCH_MAX = 100;

/**
 * Looks at the systems of enabled integrations, so that each record can say whether it is active.
 * One node looks; what it finds lies in the records.
 */
@Injectable()
export class IntegrationHealthService {
  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly systems: SystemProbeService,
    private readonly locks: NamedLocks,
    private readonly clock: Clock,
    private readonly events: EventPublisherService,
  ) {}

  dueCondition(): DueCondition {
    return this.integrations.dueCondition(this.clock);
  }

  /** Looks at everything that is due, unless another node does. */
  async run(stopping: AbortSignal): Promise<void> {
    const [first] = await this.integrations.findDue(this.clock.now(), 1);
    if (!first) return;
    await this.locks.ifFree('integrations:health', async (lost) => {
      const signal = AbortSignal.any([stopping, lost]);
      const due = [...(await this.integrations.findDue(this.clock.now(), BATCH_MAX))];
      const worker = async (): Promise<void> => {
        for (let next = due.shift(); next && !signal.aborted; next = due.shift())
          await this.probe(next, signal);
      };
      await Promise.all(Array.from({ length: AT_ONCE_MAX }, worker));
    });
  }

  private async probe(stored: StoredIntegration, signal: AbortSignal): Promise<void> {
    const finding = await this.systems.find(toIntegration(stored), signal);
    // What was cut short says nothing about the other system.
    if (signal.aborted) return;
    const failures = finding.passed ? 0 : (stored.probe?.failures ?? 0) + 1;
    const at = this.clock.now();
    const due = new Date(at.getTime() + nextProbeMs(failures, Math.random()));
    const isNoted = await this.integrations.noteProbe(stored, { ...finding, at, failures }, due);
    if (isNoted && stored.probe?.passed !== finding.passed) await this.tell(stored, finding);
  }

  private async tell({ _id, name }: StoredIntegration, finding: Finding): Promise<void> {
    const { passed, detail } = finding;
    await this.events.publish(passed ? 'integrationUp' : 'integrationDown', {
      id: _id,
      name,
      detail,
    });
  }
}
