import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { EVERYONE, mayRead } from '../../../kernel/gbac.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { type DeviceSelection } from '#domains/devices/inventory/device-list.js';
import { DevicesRepository } from '#domains/devices/inventory/devices.repository.js';
import { type BackupRun, type RunItem, WAITED_FOR_MAX } from './backup-run.js';
import { BackupRunsRepository } from './backup-runs.repository.js';
import { BackupWorkerService } from './backup-worker.service.js';
import { finishRunIfDone } from './finish-run.js';
import { type NewRunItem, RunItemsRepository } from './run-items.repository.js';

/** What somebody wants backups of. */
export interface RunRequest {
  readonly selection: DeviceSelection;
  readonly description: string;
  readonly notes: string;
}

/** Where a run comes from, and how urgent it is. */
interface RunOrigin {
  readonly id: string;
  readonly by: string | null;
  readonly scheduleId: string | null;
  readonly occurrence: Date | null;
  readonly priority: number;
  /** Its items are spread over this time. */
  readonly jitterMs: number;
  readonly admits: (device: Device) => boolean;
}

/** Begins runs of backups: written down whole before anybody is answered, and done by all nodes. */
@Injectable()
export class BackupRunStartsService {
  constructor(
    private readonly runs: BackupRunsRepository,
    private readonly items: RunItemsRepository,
    private readonly devices: DevicesRepository,
    private readonly worker: BackupWorkerService,
    private readonly ids: IdSource,
  ) {}

  /** Begins a run over those of the devices that the caller may see. */
  async start(request: RunRequest, by: Principal): Promise<BackupRun> {
    const { names, groups, types, all } = request.selection;
    const isShort = !all && groups.length + types.length === 0 && names.length <= WAITED_FOR_MAX;
    const run = await this.begin(request, {
      id: this.ids.next(),
      by: by.username,
      scheduleId: null,
      occurrence: null,
      priority: isShort ? 0 : 1,
      jitterMs: 0,
      admits: ({ gbac }) => mayRead(by, 'ConfigurationManager', gbac).admitted,
    });
    const { _id: id, total } = run;
    const object = { type: 'backup-run', id, name: id } as const;
    noteChange({ object, before: null, after: { total, names: [...names], groups: [...groups] } });
    return run;
  }

  /**
   * Begins the run of a schedule, or goes on with one of this id that was not written down whole.
   * The backups are those of the platform: guarded devices keep their groups.
   */
  async startScheduled(
    request: RunRequest,
    origin: Pick<RunOrigin, 'id' | 'jitterMs'> & {
      readonly scheduleId: string;
      readonly occurrence: Date;
    },
  ): Promise<BackupRun> {
    return this.begin(request, { ...origin, by: null, priority: 2, admits: () => true });
  }

  /** Whether a run goes on. */
  async isRunning(id: string): Promise<boolean> {
    const run = await this.runs.find(id);
    return run !== null && run.finished === null;
  }

  private async begin(request: RunRequest, origin: RunOrigin): Promise<BackupRun> {
    const { id: _id, by, scheduleId, occurrence } = origin;
    const run = await this.runs.begin({ _id, by, scheduleId, occurrence, ...request });
    const written = await this.writeItems(run, origin);
    await this.items.insertMany(missingItems(run, written).map((item) => ({ item })));
    const total = await this.items.count(_id);
    await this.runs.noteTotal(_id, total);
    // Its last item may have been finished before its number was known.
    await finishRunIfDone({ _id, total }, { runs: this.runs, items: this.items });
    void this.worker.fill().catch(() => undefined);
    return { ...run, total };
  }

  /** @returns the names of the devices, folded. */
  private async writeItems(run: BackupRun, origin: RunOrigin): Promise<ReadonlySet<string>> {
    const written = new Set<string>();
    for (let after = ''; ;) {
      const devices = await this.devices.select(run.selection, after);
      const last = devices.at(-1);
      if (!last) return written;
      after = last._id;
      const admitted = devices.filter(origin.admits);
      await this.items.insertMany(admitted.map((device) => itemOf(run, device, origin)));
      for (const { nameFolded } of admitted) written.add(nameFolded);
    }
  }
}

function itemOf(
  { _id: runId }: BackupRun,
  { _id: deviceId, name, readers }: Device,
  { priority, jitterMs }: RunOrigin,
): NewRunItem {
  const item: RunItem = {
    _id: `${runId}:${deviceId}`,
    runId,
    deviceId,
    name,
    readers,
    state: 'waiting',
    priority,
    holder: null,
    attempts: 0,
    outcome: null,
    backupId: null,
    code: null,
    detail: null,
    started: null,
    finished: null,
  };
  return { item, dueInMs: Math.random() * jitterMs };
}

/** Names of no device that the caller may see; nobody learns which of both it is. */
function missingItems(
  { _id: runId, selection, created }: BackupRun,
  written: ReadonlySet<string>,
): readonly RunItem[] {
  const missing = new Map(selection.names.map((name) => [foldText(name), name]));
  return [...missing]
    .filter(([folded]) => !written.has(folded))
    .map(([folded, name]) => ({
      _id: `${runId}:name:${folded}`,
      runId,
      deviceId: '',
      name,
      readers: [EVERYONE],
      state: 'failed',
      priority: 0,
      holder: null,
      attempts: 0,
      outcome: null,
      backupId: null,
      code: 'not-found',
      detail: `Device '${name}' not found`,
      started: null,
      finished: created,
    }));
}
