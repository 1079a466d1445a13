import { Injectable } from '@nestjs/common';
import { staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict } from '../../../kernel/app-error.js';
import { IdSource } from '../../../kernel/ids.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type GivenTrigger } from '../shape/read-automation.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { changeTo, keptOf } from './trigger-change.js';
import { TriggersRepository } from './triggers.repository.js';
import { withKeptSecrets } from '../stored/trigger-secrets.js';
import { type Stamp, triggerDocument, wholeTrigger } from '../stored/whole-trigger.js';

/** Makes the triggers of an automation those of a document that takes its place. */
@Injectable()
export class TriggerSyncService {
  constructor(
    private readonly triggers: TriggersRepository,
    private readonly ids: IdSource,
  ) {}

  /**
   * A trigger of the same id, else of the same type and name, is changed and keeps its id; others go,
   * but for those of a package.
   * @throws AppError `conflict` for a taken route; what was done until then stays.
   */
  async sync(automationId: string, given: readonly GivenTrigger[], stamp: Stamp): Promise<void> {
    const left = new Set(await this.triggers.ofAutomations([automationId]));
    const pairs = given.map((trigger, position) => {
      const present = [...left].find((one) => isSame(one, trigger));
      if (present) left.delete(present);
      const id = present?._id ?? this.ids.next();
      const before = present ? triggerDocument(present) : {};
      const document = withKeptSecrets(trigger.document, before);
      const { facts } = trigger;
      const whole = wholeTrigger({ document, facts, id, automationId, position }, stamp);
      return { present, whole };
    });
    // First of all routes become free.
    const going = [...left].filter(({ packageId }) => packageId === undefined);
    await this.triggers.removeAll(going.map(({ _id }) => _id));
    for (const { present, whole } of pairs) if (present) await this.change(present, whole);
    const { routes } = await this.triggers.insertMany(
      pairs.filter(({ present }) => !present).map(({ whole }) => whole),
    );
    if (routes.size > 0)
      throw conflict('A trigger has a route that another trigger has', 'route-taken');
  }

  private async change(present: StoredTrigger, whole: StoredTrigger): Promise<void> {
    const change = { ...changeTo(whole), ...keptOf(present) };
    if (!(await this.triggers.replace(present._id, present.revision, change)))
      throw staleRevision(undefined);
  }
}

function isSame(present: StoredTrigger, { document, facts }: GivenTrigger): boolean {
  if (document['_id'] === present._id) return true;
  return present.type === facts.type && present.nameFolded === foldText(facts.name);
}
