import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { APPLICATIONS } from '../../kernel/principal.js';
import { FreshCache, readFresh } from '../auth/fresh-cache.js';
import { type StoredSwitch } from './switch.schema.js';
import { SwitchesRepository } from './switches.repository.js';

/** How long a node may not know that another one has switched something. */
const FRESH = { ageMaxMs: 1000, sizeMax: 1 };
const KEY = 'all';

export type SwitchStates = ReadonlyMap<string, StoredSwitch>;

/**
 * What an administrator has switched off, by name. It outlives restarts and counts on every node within a
 * second.
 */
@Injectable()
export class SwitchesService {
  private readonly cache = new FreshCache<Promise<SwitchStates | null>>(FRESH);

  constructor(
    private readonly switches: SwitchesRepository,
    private readonly clock: Clock,
  ) {}

  /** As they are now; what was never switched is absent. */
  async states(): Promise<SwitchStates> {
    const found = await this.switches.find(APPLICATIONS);
    return new Map(found.map((one) => [one._id, one]));
  }

  /** As it was at most a second ago. */
  async isOff(name: string): Promise<boolean> {
    const read = async (): Promise<SwitchStates> => this.states();
    const states = await readFresh(this.cache, KEY, this.clock.now(), read);
    return states?.get(name)?.off ?? false;
  }

  /** Counts on this node at once. */
  async put(name: string, off: boolean, by: string): Promise<void> {
    await this.switches.put({ _id: name, off, changed: this.clock.now(), by });
    this.cache.delete(KEY);
  }
}
