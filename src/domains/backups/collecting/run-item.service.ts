import { Injectable } from '@nestjs/common';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { DevicesService } from '#domains/devices/inventory/devices.service.js';
import { afterFailure, GIVEN_UP, isGivenUp } from './attempt-rules.js';
import { type BackupRun, type ItemFinding, type RunItem } from './backup-run.js';
import { BackupRunsRepository } from './backup-runs.repository.js';
import { type BackupOrder, DeviceBackupsService, publicName } from './device-backups.service.js';
import { finishRunIfDone } from './finish-run.js';
import { RunItemsRepository } from './run-items.repository.js';

/** What ends an attempt early, and who is told how far it is. */
export interface AttemptEnds extends Pick<BackupOrder, 'onRead'> {
  /** The node stops: another one shall go on. */
  readonly stopping: AbortSignal;
  /** Somebody else has the item. */
  readonly lost: AbortSignal;
  /** It takes no longer. */
  readonly deadlineMs: number;
}

const GONE: ItemFinding = { kind: 'failed', code: 'not-found', detail: 'The device is gone' };

/** Does what is due for one device of a run, and writes down what came of it. */
@Injectable()
export class RunItemService {
  /** What this node is doing. */
  private readonly underWay = new Set<RunItem>();

  constructor(
    private readonly runs: BackupRunsRepository,
    private readonly items: RunItemsRepository,
    private readonly devices: DevicesService,
    private readonly backups: DeviceBackupsService,
    private readonly events: EventPublisherService,
  ) {}

  /** @returns what became of the attempt, for counting. */
  async carryOut(item: RunItem, ends: AttemptEnds): Promise<string> {
    this.underWay.add(item);
    const outcome = await this.attempt(item, ends).finally(() => this.underWay.delete(item));
    await this.finishRun(item);
    return outcome;
  }

  private async attempt(item: RunItem, ends: AttemptEnds): Promise<string> {
    if (isGivenUp(item.attempts)) return this.finish(item, GIVEN_UP);
    const found = await Promise.all([
      this.runs.find(item.runId),
      this.devices.findById(item.deviceId),
    ]);
    try {
      return await this.finish(item, await this.finding(found, ends));
    } catch (error) {
      if (ends.lost.aborted) return 'lost';
      if (ends.stopping.aborted) {
        await this.items.postpone(item, 0, null);
        return 'stopped';
      }
      return this.fail(item, error);
    }
  }

  private async finding(
    [run, device]: readonly [BackupRun | null, Device | null],
    { stopping, lost, deadlineMs, onRead }: AttemptEnds,
  ): Promise<ItemFinding> {
    if (!device) return GONE;
    const { by = null, description = '', notes = '' } = run ?? {};
    const order: BackupOrder = {
      by,
      description,
      notes,
      deadlineMs,
      onRead,
      signal: AbortSignal.any([stopping, lost]),
    };
    const { outcome, backupId } = await this.backups.take(device, order);
    return { kind: 'taken', outcome, backupId };
  }

  private async fail(item: RunItem, error: unknown): Promise<string> {
    const after = afterFailure(error, item.attempts, Math.random());
    if (after.kind === 'failed') return this.finish(item, after.finding);
    await this.items.postpone(item, after.delayMs, after.finding);
    return 'postponed';
  }

  private async finish(item: RunItem, finding: ItemFinding): Promise<string> {
    if (!(await this.items.finish(item, finding))) return 'lost';
    if (finding.kind === 'failed') await this.tell(item, finding.code);
    return finding.kind === 'failed' ? 'failed' : finding.outcome;
  }

  /** Whoever ends the last item of a run finishes the run; while others of it are under way here, that is one of them. */
  private async finishRun({ runId }: RunItem): Promise<void> {
    if ([...this.underWay].some((other) => other.runId === runId)) return;
    const { runs, items } = this;
    const run = await runs.find(runId);
    if (run) await finishRunIfDone(run, { runs, items });
  }

  private async tell(item: RunItem, code: string): Promise<void> {
    const { deviceId: id, runId: run } = item;
    await this.events.publish('deviceBackupFailed', { id, name: publicName(item), run, code });
  }
}
