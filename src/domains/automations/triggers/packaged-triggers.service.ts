import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { isJsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { AutomationsRepository } from '../stored/automations.repository.js';
import { type StoredAutomation } from '../stored/stored-automation.js';
import { readTrigger } from '../shape/read-trigger.js';
import { packagedTrigger, withoutRoute } from './packaged-trigger.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { changeTo } from './trigger-change.js';
import { TriggersRepository } from './triggers.repository.js';

/** The triggers that follow from the automations of packages. */
@Injectable()
export class PackagedTriggersService {
  constructor(
    private readonly automations: AutomationsRepository,
    private readonly triggers: TriggersRepository,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
  ) {}

  /**
   * Makes, changes and removes triggers until they are those of the package's automations. What users
   * changed stays until the package brings another definition. May be repeated.
   */
  async settle(packageId: string): Promise<void> {
    const wanted = await this.wantedOf(await this.automations.ofPackage(packageId));
    const present = await this.triggers.ofPackage(packageId);
    const wantedIds = new Set(wanted.map(({ _id }) => _id));
    const byId = new Map(present.map((trigger) => [trigger._id, trigger]));
    await this.triggers.removeAll(
      present.filter(({ _id }) => !wantedIds.has(_id)).map(({ _id }) => _id),
    );
    for (const trigger of wanted) {
      const before = byId.get(trigger._id);
      if (before && before.packagedHash !== trigger.packagedHash)
        await this.change(before, trigger);
    }
    await this.insert(wanted.filter(({ _id }) => !byId.has(_id)));
    await this.removeOrphans();
    await this.automations.noteForeignChange();
  }

  /** Removes triggers whose automation is gone. */
  async removeOrphans(): Promise<void> {
    const owners = await this.triggers.automationIds();
    const present = await this.automations.findPresentIds(owners);
    await this.triggers.removeOfAutomations(owners.filter((id) => !present.has(id)));
  }

  private async wantedOf(
    automations: readonly StoredAutomation[],
  ): Promise<readonly StoredTrigger[]> {
    const at = this.clock.now();
    const wanted: StoredTrigger[] = [];
    for (const { _id: automationId, packageId = '', document = {} } of automations) {
      const given = fromStored(document)['triggers'];
      for (const [position, one] of (Array.isArray(given) ? given : []).entries()) {
        const reading = await readTrigger(one);
        // Installing refused what cannot be read; only what was there before that rule is left out.
        if (reading.kind === 'refused' || !isJsonObject(one)) continue;
        const { facts } = reading;
        wanted.push(
          packagedTrigger({ packageId, automationId, position, document: one, facts }, at),
        );
      }
    }
    return wanted;
  }

  private async change(before: StoredTrigger, wanted: StoredTrigger): Promise<void> {
    const { secret } = before;
    const change = { ...changeTo(wanted), ...(secret && { secret }) };
    try {
      await this.triggers.replace(wanted._id, before.revision, change);
    } catch (error) {
      this.warn(wanted, error);
    }
  }

  private async insert(triggers: readonly StoredTrigger[]): Promise<void> {
    const { routes } = await this.triggers.insertMany(triggers);
    const refused = triggers.filter(({ _id }) => routes.has(_id));
    for (const trigger of refused) this.warn(trigger, undefined);
    await this.triggers.insertMany(refused.map(withoutRoute));
  }

  private warn({ name, route, packageId }: StoredTrigger, err: unknown): void {
    this.logger.warn(
      { err, trigger: name, route, packageId },
      'A trigger of a package has a route that another trigger has; it cannot be called',
    );
  }
}
