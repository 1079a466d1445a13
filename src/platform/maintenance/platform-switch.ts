import { type Clock } from '../../kernel/clock.js';
import { FreshCache, readFresh } from '../auth/fresh-cache.js';
import { type DueCondition } from '../work/due-condition.js';
import { type MaintenanceRepository } from './maintenance.repository.js';
import { type MaintenanceState } from './maintenance.schema.js';

/** How long a node may not know that another one has switched it. */
const FRESH = { ageMaxMs: 1000, sizeMax: 1 };
const NEVER: MaintenanceState = { enabled: false, reason: '', since: null, by: null };

/** A switch of the platform as a whole. It outlives restarts and counts on every node within a second. */
export class PlatformSwitch {
  private readonly cache = new FreshCache<Promise<MaintenanceState | null>>(FRESH);

  /** @param id of its document. */
  constructor(
    private readonly states: MaintenanceRepository,
    private readonly clock: Clock,
    private readonly id: string,
  ) {}

  /** As it is now. */
  async state(): Promise<MaintenanceState> {
    return (await this.states.find(this.id)) ?? NEVER;
  }

  /** As it was at most a second ago. */
  async isOn(): Promise<boolean> {
    const read = async (): Promise<MaintenanceState> => this.state();
    const state = await readFresh(this.cache, this.id, this.clock.now(), read);
    return state?.enabled ?? false;
  }

  /** For a task that follows it. @param isOn what the task knows. */
  changedFrom(isOn: () => boolean): DueCondition {
    return this.states.otherwiseThan(isOn, this.id);
  }

  /** Counts on this node at once. */
  async put(enabled: boolean, reason: string, by: string): Promise<MaintenanceState> {
    const state = { enabled, reason, since: this.clock.now(), by };
    await this.states.put(this.id, state);
    this.cache.delete(this.id);
    return state;
  }
}
