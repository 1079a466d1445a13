import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { EVERYONE, mayRead } from '../../../kernel/gbac.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Page } from '../../../kernel/page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Config } from '../../../platform/config/config.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { type DeviceSelection } from '#domains/devices/inventory/device-list.js';
import { DevicesRepository } from '#domains/devices/inventory/devices.repository.js';
import { type BackupRun, type RunCounts, type RunItem } from './backup-run.js';
import { BackupRunsRepository } from './backup-runs.repository.js';
import { BackupWorkerService } from './backup-worker.service.js';
import { type RunItemList, type NewRunItem, RunItemsRepository } from './run-items.repository.js';

/** Beyond so many devices nobody waits for the answer. */
export const WAITED_FOR_MAX = 20;
const POLL_MS = 100;

/** What somebody wants backups of. */
export interface RunRequest {
  readonly selection: DeviceSelection;
  readonly description: string;
  readonly notes: string;
}

/** A run, and how many of the devices that the caller may see are in which state. */
export interface CountedRun {
  readonly run: BackupRun;
  readonly counts: RunCounts;
}

/** A run with what the caller may see of it. */
export interface RunReport extends CountedRun {
  readonly items: Page<RunItem>;
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

/** Runs of backups: written down whole before anybody is answered, and done by all nodes. */
@Injectable()
export class BackupRunsService {
  // eslint-disable-next-line max-params -- settings, three collections, collector, ids, time
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly runs: BackupRunsRepository,
    private readonly items: RunItemsRepository,
    private readonly devices: DevicesRepository,
    private readonly collector: BackupWorkerService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /** Begins a run over those of the devices that the caller may see. @returns its id. */
  async ask(request: RunRequest, by: Principal): Promise<BackupRun> {
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
  async beginScheduled(
    request: RunRequest,
    origin: Pick<RunOrigin, 'id' | 'jitterMs'> & {
      readonly scheduleId: string;
      readonly occurrence: Date;
    },
  ): Promise<BackupRun> {
    return this.begin(request, { ...origin, by: null, priority: 2, admits: () => true });
  }

  /** Waits until a run of few devices is finished, or until that takes too long. */
  async settled({ _id, total }: BackupRun): Promise<boolean> {
    if ((total ?? 0) > WAITED_FOR_MAX) return false;
    const until = performance.now() + this.config.collecting.waitSeconds * 1000;
    for (;;) {
      const run = await this.runs.find(_id);
      if (run?.finished !== null) return true;
      if (performance.now() >= until) return false;
      await delay(POLL_MS);
    }
  }

  async list(part: StoredList, principal: Principal): Promise<Page<CountedRun>> {
    const { items, total } = await this.runs.list(part);
    const ids = items.map(({ _id }) => _id);
    const counts = await this.items.counts(ids, principal);
    return { items: items.map((run) => ({ run, counts: countsIn(counts, run) })), total };
  }

  /** @throws AppError `not-found` */
  async report(id: string, list: RunItemList, principal: Principal): Promise<RunReport> {
    const run = await this.runs.find(id);
    if (!run) throw notFound('Backup run', id);
    const [items, counts] = await Promise.all([
      this.items.list(id, list, principal),
      this.items.counts([id], principal),
    ]);
    return { run, items, counts: countsIn(counts, run) };
  }

  /** Whether a run goes on. */
  async isRunning(id: string): Promise<boolean> {
    const run = await this.runs.find(id);
    return run !== null && run.finished === null;
  }

  private async begin(request: RunRequest, origin: RunOrigin): Promise<BackupRun> {
    const { id: _id, by, scheduleId, occurrence } = origin;
    const created = this.clock.now();
    const head = { _id, by, scheduleId, occurrence };
    const run: BackupRun = { ...head, ...request, total: null, created, finished: null };
    await this.runs.insert(run);
    const written = await this.writeItems(run, origin);
    await this.items.insertMany(missingItems(run, written).map((item) => ({ item })));
    const total = await this.items.count(_id);
    await this.runs.noteTotal(_id, total);
    // Its last item may have been finished before its number was known.
    const isDone = !(await this.items.hasOpen(_id));
    if (isDone) await this.runs.finish(_id, this.clock.now());
    void this.collector.fill().catch(() => undefined);
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

const NONE: RunCounts = { waiting: 0, working: 0, succeeded: 0, failed: 0, new: 0, unchanged: 0 };

function countsIn(counts: ReadonlyMap<string, RunCounts>, { _id }: BackupRun): RunCounts {
  return counts.get(_id) ?? NONE;
}
