import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Secret } from '../../../kernel/secret.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { type OutboundWay } from '../../../platform/outbound/outbound-way.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type StoredAdapter } from '../records/adapter.js';
import { BoundedSlots } from '../../../platform/outbound/bounded-slots.js';
import { Circuit } from './circuit.js';

/** Calls that may wait for a connection of one adapter, on each node. */
export const WAITING_MAX = 100;

/** Longer than any circuit stays open, so that forgetting a line forgets nothing. */
const IDLE_MS = 2 * 3_600_000;

/** What belongs to one revision of one adapter while it is called: connections, queue, circuit. */
export interface AdapterLine {
  readonly revision: number;
  readonly way: OutboundWay;
  readonly slots: BoundedSlots;
  readonly circuit: Circuit;
}

interface KeptLine extends AdapterLine {
  users: number;
  lastUsed: number;
  retired: boolean;
}

/**
 * The lines to adapters, on each node its own. A changed or restarted adapter has a new revision, and so
 * a new line; the old one closes when its last call has ended.
 */
@Injectable()
export class AdapterLinesService {
  private readonly lines = new Map<string, KeptLine>();

  constructor(
    private readonly outbound: OutboundClient,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Works with the line of this revision. @throws AppError `conflict` for an unreadable secret. */
  async use<T>(adapter: StoredAdapter, work: (line: AdapterLine) => Promise<T>): Promise<T> {
    const line = this.lineOf(adapter);
    line.users += 1;
    line.lastUsed = this.clock.now().getTime();
    try {
      return await work(line);
    } finally {
      line.users -= 1;
      this.closeIfDone(line);
    }
  }

  private lineOf(adapter: StoredAdapter): KeptLine {
    const present = this.lines.get(adapter._id);
    if (present?.revision === adapter.revision) return present;
    const line = this.open(adapter);
    // Whoever read the adapter before it changed makes its one call and leaves the newer line in place.
    if (present && present.revision > adapter.revision)
      return Object.assign(line, { retired: true });
    if (present) this.retire(present);
    this.lines.set(adapter._id, line);
    this.forgetIdle();
    return line;
  }

  private open({ revision, tls, maxConnections, circuitBreaker }: StoredAdapter): KeptLine {
    const { verify, ca, cert, key } = tls;
    const way = this.outbound.openWay({
      connections: maxConnections,
      verifiesTls: verify,
      ...(ca !== '' && { ca }),
      ...(cert !== '' && { cert }),
      ...(key !== '' && { key: new Secret(this.secrets.unseal(key)) }),
    });
    return {
      revision,
      way,
      slots: new BoundedSlots(maxConnections, WAITING_MAX),
      circuit: new Circuit(circuitBreaker),
      users: 0,
      lastUsed: 0,
      retired: false,
    };
  }

  private forgetIdle(): void {
    const before = this.clock.now().getTime() - IDLE_MS;
    for (const [id, line] of this.lines) {
      if (line.users > 0 || line.lastUsed === 0 || line.lastUsed > before) continue;
      this.lines.delete(id);
      this.retire(line);
    }
  }

  private retire(line: KeptLine): void {
    line.retired = true;
    this.closeIfDone(line);
  }

  private closeIfDone({ retired, users, way }: KeptLine): void {
    if (!retired || users > 0) return;
    // It has no calls left, so closing it only ends idle connections.
    this.outbound.closeWay(way).catch(() => undefined);
  }
}
