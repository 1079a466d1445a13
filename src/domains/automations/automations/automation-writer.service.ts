import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { IdSource } from '../../../kernel/ids.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { TriggersRepository } from '../triggers/triggers.repository.js';
import { withId } from '../stored/whole-trigger.js';
import { AutomationsRepository } from '../stored/automations.repository.js';
import { type AutomationWithTriggers } from './automation-with-triggers.js';

/** Whoever has not finished by then has died over it. */
const ABANDONED_MS = 300_000;

/** Why an automation was not written. */
export type WriteRefusal =
  | { readonly kind: 'name-taken' }
  /** Another trigger has the route of one of its own. */
  | { readonly kind: 'route-taken' }
  /** It took so long that it was taken for abandoned. */
  | { readonly kind: 'abandoned' };

/**
 * Writes automations together with their triggers, and removes them together. Nobody sees one that is
 * not complete: it is hidden first, and what a crash leaves hidden goes (docs/content.md).
 */
@Injectable()
export class AutomationWriterService {
  constructor(
    private readonly automations: AutomationsRepository,
    private readonly triggers: TriggersRepository,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /** @returns those that were not written, by id. Of each, all or nothing is written. */
  async writeAll(
    written: readonly AutomationWithTriggers[],
  ): Promise<ReadonlyMap<string, WriteRefusal>> {
    const refusals = new Map<string, WriteRefusal>();
    const refuse = (ids: Iterable<string>, kind: WriteRefusal['kind']): void => {
      for (const id of ids) refusals.set(id, { kind });
    };
    const remaining = (): readonly AutomationWithTriggers[] =>
      written.filter(({ record }) => !refusals.has(record._id));
    refuse(
      await this.automations.reserve(
        written.map(({ record }) => record),
        this.clock.now(),
      ),
      'name-taken',
    );
    const reserved = remaining().map(({ record }) => record._id);
    try {
      refuse(await this.insertTriggers(remaining()), 'route-taken');
      await this.discard([...refusals].filter(([, { kind }]) => kind === 'route-taken').map(idOf));
      refuse(
        await this.automations.reveal(remaining().map(({ record }) => record._id)),
        'abandoned',
      );
    } catch (error) {
      // What is visible by now stays; the rest goes, at once or as abandoned.
      await this.discardHidden(reserved).catch(() => undefined);
      throw error;
    }
    return refusals;
  }

  /**
   * Removes an automation and its triggers.
   * @returns false when it no longer has this revision.
   */
  async remove(id: string, revision: number): Promise<boolean> {
    if (!(await this.automations.conceal(id, revision, this.clock.now()))) return false;
    await this.discard([id]);
    return true;
  }

  /** Removes what somebody began to write or to delete and did not finish. */
  async removeAbandoned(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - ABANDONED_MS);
    await this.discard(await this.automations.findAbandoned(before));
  }

  /** @returns ids of the automations that have a trigger whose route is taken. */
  private async insertTriggers(
    written: readonly AutomationWithTriggers[],
  ): Promise<ReadonlySet<string>> {
    const all = written.flatMap(({ triggers }) => triggers);
    const { routes, ids } = await this.triggers.insertMany(all);
    // Somebody imports the same documents just now: theirs have the ids, these get others.
    const renamed = all
      .filter(({ _id }) => ids.has(_id))
      .map((one) => withId(one, this.ids.next()));
    const again = await this.triggers.insertMany(renamed);
    return new Set([...ownersOf(all, routes), ...ownersOf(renamed, again.routes)]);
  }

  private async discardHidden(ids: readonly string[]): Promise<void> {
    const shown = new Set((await this.automations.findAll(ids)).map(({ _id }) => _id));
    await this.discard(ids.filter((id) => !shown.has(id)));
  }

  /** Triggers first: while the automation is there somebody will finish. */
  private async discard(ids: readonly string[]): Promise<void> {
    await this.triggers.removeOfAutomations(ids);
    await this.automations.removeIncomplete(ids);
  }
}

function idOf([id]: readonly [string, unknown]): string {
  return id;
}

function ownersOf(triggers: readonly StoredTrigger[], ids: ReadonlySet<string>): readonly string[] {
  return triggers.filter(({ _id }) => ids.has(_id)).map(({ automationId }) => automationId);
}
