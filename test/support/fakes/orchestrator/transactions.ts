import { type JsonObject } from '#kernel/json.js';
import { type CommitOptions } from './commit-options.js';
import { type DeviceChanges, deviceChanges, dryRunResult } from './device-changes.js';
import { malformed, RestconfError } from './restconf-error.js';
import { type SchemaTree } from './schema-tree.js';

/** One entry of the commit queue. */
export interface QueueItem {
  readonly id: string;
  readonly tag?: string;
  readonly devices: readonly string[];
  status: 'waiting' | 'completed' | 'failed';
}

/** What happened to a transaction that was not refused. */
export type Outcome =
  | { readonly kind: 'dry-run'; readonly answer: JsonObject }
  | { readonly kind: 'queued'; readonly answer: JsonObject }
  | { readonly kind: 'committed' };

/** The running datastore and the devices below it. */
export class Transactions {
  /** Devices whose configuration was changed behind the orchestrator's back. */
  readonly outOfSync = new Set<string>();
  /** Devices that do not answer. */
  readonly unreachable = new Set<string>();
  /** Devices that somebody else holds. */
  readonly locked = new Set<string>();
  readonly queue: QueueItem[] = [];
  /** Commits that went through, dry-runs left aside. */
  commits = 0;

  constructor(
    private readonly schema: SchemaTree,
    public running: JsonObject,
  ) {}

  /** @throws RestconfError when the devices or the schema do not allow it; the datastore stays as it was. */
  commit(after: JsonObject, options: CommitOptions): Outcome {
    for (const [name, value] of Object.entries(after)) {
      const node = this.schema.topNode(name);
      if (node && value !== this.running[name]) {
        this.schema.assertComplete(node, value, `/${name}`);
      }
    }
    const changes = deviceChanges(this.schema.modules, this.running, after);
    if (options.dryRun) {
      return { kind: 'dry-run', answer: dryRunResult(changes, options.dryRun) };
    }
    const { queue } = options;
    if (queue && queue.operation !== 'bypass') return this.queued(after, changes, queue);
    this.push(changes, options);
    this.take(after);
    return { kind: 'committed' };
  }

  /** Sends what waits to the devices, as the queue does in its own time. */
  runQueue(): void {
    for (const item of this.queue) {
      if (item.status === 'waiting') item.status = this.statusOf(item.devices);
    }
  }

  private queued(
    after: JsonObject,
    changes: DeviceChanges,
    { operation, tag, errorOption }: NonNullable<CommitOptions['queue']>,
  ): Outcome {
    const devices = [...changes.keys()];
    const item: QueueItem = {
      id: String(1_700_000_000_000 + this.queue.length),
      ...(tag !== undefined && { tag }),
      devices,
      status: operation === 'sync' ? this.statusOf(devices) : 'waiting',
    };
    this.queue.push(item);
    const isTakenBack = item.status === 'failed' && errorOption === 'rollback-on-error';
    if (!isTakenBack) this.take(after);
    const status = operation === 'async' ? 'async' : item.status;
    return { kind: 'queued', answer: { 'commit-queue-result': { id: item.id, status } } };
  }

  private statusOf(devices: readonly string[]): 'completed' | 'failed' {
    return devices.some((name) => this.unreachable.has(name) || this.outOfSync.has(name))
      ? 'failed'
      : 'completed';
  }

  private push(changes: DeviceChanges, { flags }: CommitOptions): void {
    if (flags.has('no-deploy')) return;
    if (flags.has('no-networking')) {
      for (const name of changes.keys()) this.outOfSync.add(name);
      return;
    }
    for (const name of changes.keys()) this.assertReady(name, flags.has('no-out-of-sync-check'));
  }

  private assertReady(name: string, isSyncLeftAside: boolean): void {
    if (this.locked.has(name)) {
      throw new RestconfError(409, 'resource-denied', `device ${name}: locked by another session`);
    }
    if (this.unreachable.has(name)) {
      throw malformed(`Failed to connect to device ${name}: connection refused`);
    }
    if (this.outOfSync.has(name) && !isSyncLeftAside) {
      throw malformed(`Network Element Driver: device ${name}: out of sync`);
    }
  }

  private take(after: JsonObject): void {
    this.running = after;
    this.commits += 1;
  }
}
