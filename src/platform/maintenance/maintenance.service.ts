import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error.js';
import { Clock } from '../../kernel/clock.js';
import { FreshCache, readFresh } from '../auth/fresh-cache.js';
import { MaintenanceRepository } from './maintenance.repository.js';
import { type MaintenanceState } from './maintenance.schema.js';

/** How long a node may not know that another one has switched it. */
const FRESH = { ageMaxMs: 1000, sizeMax: 1 };
const KEY = 'maintenance';
const RETRY_SECONDS = 30;
const NEVER: MaintenanceState = { enabled: false, reason: '', since: null, by: null };

/**
 * The switch by which an administrator lets the platform come to rest: no job is started and no trigger is
 * fired while it is on; what runs goes on. It outlives restarts and counts on every node within a second.
 */
@Injectable()
export class Maintenance {
  private readonly cache = new FreshCache<Promise<MaintenanceState | null>>(FRESH);

  constructor(
    private readonly states: MaintenanceRepository,
    private readonly clock: Clock,
  ) {}

  /** As it is now. */
  async state(): Promise<MaintenanceState> {
    return (await this.states.find()) ?? NEVER;
  }

  /** As it was at most a second ago. */
  async isOn(): Promise<boolean> {
    const read = async (): Promise<MaintenanceState> => this.state();
    const state = await readFresh(this.cache, KEY, this.clock.now(), read);
    return state?.enabled ?? false;
  }

  /** @throws AppError `unavailable`, code `maintenance`. */
  async assertOff(): Promise<void> {
    if (!(await this.isOn())) return;
    throw new AppError('unavailable', 'The platform is in maintenance: nothing new is started', {
      code: 'maintenance',
      retryAfterSeconds: RETRY_SECONDS,
    });
  }

  /** Counts on this node at once. */
  async put(enabled: boolean, reason: string, by: string): Promise<MaintenanceState> {
    const state = { enabled, reason, since: this.clock.now(), by };
    await this.states.put(state);
    this.cache.delete(KEY);
    return state;
  }
}
