import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Secret } from '../../../kernel/secret.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { type OutboundPool } from '../../../platform/outbound/outbound-pool.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type StoredAdapter } from '../records/adapter.js';
import { BoundedSlots } from '../../../platform/concurrency/bounded-slots.js';
import { Circuit } from './circuit.js';

/** Calls that may wait for a connection of one adapter, on each node. */
export const WAITING_MAX = 100;

/** Longer than any circuit stays open, so that forgetting a connection forgets nothing. */
const IDLE_MS = 2 * 3_600_000;

/** What belongs to one revision of one adapter while it is called: connections, queue, circuit. */
export interface AdapterConnection {
  readonly revision: number;
  readonly pool: OutboundPool;
  readonly slots: BoundedSlots;
  readonly circuit: Circuit;
}

interface KeptConnection extends AdapterConnection {
  users: number;
  lastUsed: number;
  retired: boolean;
}

/**
 * The connections to adapters, on each node its own. A changed or restarted adapter has a new revision, and so
 * a new connection; the old one closes when its last call has ended.
 */
@Injectable()
export class AdapterConnectionsService {
  private readonly connections = new Map<string, KeptConnection>();

  constructor(
    private readonly outbound: OutboundClient,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Works with the connection of this revision. @throws AppError `conflict` for an unreadable secret. */
  async use<T>(
    adapter: StoredAdapter,
    work: (connection: AdapterConnection) => Promise<T>,
  ): Promise<T> {
    const connection = this.connectionOf(adapter);
    connection.users += 1;
    connection.lastUsed = this.clock.now().getTime();
    try {
      return await work(connection);
    } finally {
      connection.users -= 1;
      this.closeIfDone(connection);
    }
  }

  private connectionOf(adapter: StoredAdapter): KeptConnection {
    const present = this.connections.get(adapter._id);
    if (present?.revision === adapter.revision) return present;
    const connection = this.open(adapter);
    // Whoever read the adapter before it changed makes its one call and leaves the newer connection in place.
    if (present && present.revision > adapter.revision)
      return Object.assign(connection, { retired: true });
    if (present) this.retire(present);
    this.connections.set(adapter._id, connection);
    this.forgetIdle();
    return connection;
  }

  private open({ revision, tls, maxConnections, circuitBreaker }: StoredAdapter): KeptConnection {
    const { verify, ca, cert, key } = tls;
    const pool = this.outbound.openPool({
      connections: maxConnections,
      verifiesTls: verify,
      ...(ca !== '' && { ca }),
      ...(cert !== '' && { cert }),
      ...(key !== '' && { key: new Secret(this.secrets.unseal(key)) }),
    });
    return {
      revision,
      pool,
      slots: new BoundedSlots(maxConnections, WAITING_MAX),
      circuit: new Circuit(circuitBreaker),
      users: 0,
      lastUsed: 0,
      retired: false,
    };
  }

  private forgetIdle(): void {
    const before = this.clock.now().getTime() - IDLE_MS;
    for (const [id, connection] of this.connections) {
      if (connection.users > 0 || connection.lastUsed === 0 || connection.lastUsed > before)
        continue;
      this.connections.delete(id);
      this.retire(connection);
    }
  }

  private retire(connection: KeptConnection): void {
    connection.retired = true;
    this.closeIfDone(connection);
  }

  private closeIfDone({ retired, users, pool }: KeptConnection): void {
    if (!retired || users > 0) return;
    // It has no calls left, so closing it only ends idle connections.
    this.outbound.closePool(pool).catch(() => undefined);
  }
}
