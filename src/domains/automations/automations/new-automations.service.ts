import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { importedId } from '../../../platform/packaged/imported-id.js';
import { type GivenAutomation } from '../shape/read-automation.js';
import { TriggersRepository } from '../triggers/triggers.repository.js';
import { type Stamp } from '../stored/whole-trigger.js';
import {
  admit,
  type Refusal,
  routesOf,
  type TakenNames,
  type AutomationDraft,
} from './admission.js';
import {
  AutomationReferencesService,
  type ResolvedAutomation,
} from './automation-references.service.js';
import { AutomationWriterService, type WriteRefusal } from './automation-writer.service.js';
import { AutomationsRepository } from '../stored/automations.repository.js';
import { type Automation } from '../stored/stored-automation.js';
import { exported, toAutomation } from '../stored/to-automation.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { type AutomationWithTriggers, automationWithTriggers } from './automation-with-triggers.js';
import { auditedAutomation } from './audited-automation.js';

/** What became of an automation that was wanted. */
export type CreateOutcome =
  | {
      readonly kind: 'made';
      readonly automation: Automation;
      /** In their order. */
      readonly triggers: readonly StoredTrigger[];
      /** What it refers to and what is not here, one sentence each. */
      readonly warnings: readonly string[];
    }
  | Refusal;

/** One that passed. */
interface Admitted extends AutomationDraft {
  readonly resolved: ResolvedAutomation;
}

/** Makes automations, one or many: with what they refer to resolved, and with their triggers. */
@Injectable()
export class NewAutomationsService {
  constructor(
    private readonly automations: AutomationsRepository,
    private readonly triggers: TriggersRepository,
    private readonly references: AutomationReferencesService,
    private readonly writer: AutomationWriterService,
    private readonly ids: IdSource,
  ) {}

  /** In the order of what was wanted; the first of one name gets it. */
  async make(
    wanted: readonly AutomationDraft[],
    stamp: Stamp & { readonly by: Principal },
  ): Promise<readonly CreateOutcome[]> {
    await this.writer.removeAbandoned();
    const all = wanted.map(({ given }) => given);
    const resolved = await this.references.resolveAll(all);
    const notStartable = await this.references.startRefusals(resolved, stamp.by);
    const refusals = admit(all, resolved, { ...(await this.taken(all)), notStartable });
    const admitted = wanted.flatMap((one, at): readonly Admitted[] => {
      const references = resolved[at];
      return refusals[at] || !references ? [] : [{ ...one, resolved: references }];
    });
    const written = await this.write(admitted, stamp);
    let next = 0;
    return refusals.map((refusal) => refusal ?? written[next++] ?? { kind: 'abandoned' });
  }

  private async taken(
    all: readonly GivenAutomation[],
  ): Promise<Pick<TakenNames, 'names' | 'routes'>> {
    const [names, routes] = await Promise.all([
      this.automations.findTakenNames(all.map(({ name }) => foldText(name))),
      this.triggers.findTakenRoutes(all.flatMap(routesOf)),
    ]);
    return { names, routes };
  }

  private async write(
    admitted: readonly Admitted[],
    stamp: Stamp,
  ): Promise<readonly CreateOutcome[]> {
    const ids = await this.automationIds(admitted);
    const triggerIds = await this.triggerIds(admitted);
    const written = admitted.map(({ resolved, ...wanted }, at) =>
      automationWithTriggers(
        {
          ...wanted,
          id: ids[at] ?? this.ids.next(),
          gbac: resolved.groups.gbac,
          componentId: resolved.component.id,
          triggerIds: triggerIds[at] ?? [],
        },
        stamp,
      ),
    );
    const refusals = await this.writer.writeAll(written);
    return written.map((whole, at) => {
      const refusal = refusals.get(whole.record._id);
      const resolved = admitted[at]?.resolved;
      return refusal || !resolved ? asRefusal(refusal) : made(whole, resolved);
    });
  }

  private async automationIds(admitted: readonly Admitted[]): Promise<readonly string[]> {
    const own = admitted.map(({ document, keepsId = false }) =>
      keepsId ? importedId(document['_id']) : undefined,
    );
    const taken = new Set(await this.automations.findPresentIds(own.flatMap((id) => id ?? [])));
    return own.map((id) => this.freeId(id, taken));
  }

  /** A trigger keeps the id that it came with, if nobody has it. */
  private async triggerIds(admitted: readonly Admitted[]): Promise<readonly (readonly string[])[]> {
    const own = admitted.map(({ given }) =>
      given.triggers.map((one) => importedId(one.document['_id'])),
    );
    const taken = new Set(await this.triggers.findTakenIds(own.flat().flatMap((id) => id ?? [])));
    return own.map((ids) => ids.map((id) => this.freeId(id, taken)));
  }

  private freeId(own: string | undefined, taken: Set<string>): string {
    if (own === undefined || taken.has(own)) return this.ids.next();
    taken.add(own);
    return own;
  }
}

function made(
  whole: AutomationWithTriggers,
  { component, warnings }: ResolvedAutomation,
): CreateOutcome {
  const automation = toAutomation(whole.record, component);
  const after: JsonObject = exported(automation, whole.triggers);
  noteChange({ object: auditedAutomation(automation), before: null, after });
  return { kind: 'made', automation, triggers: whole.triggers, warnings };
}

function asRefusal(refusal: WriteRefusal | undefined): Refusal {
  if (refusal?.kind === 'name-taken') return refusal;
  return refusal?.kind === 'route-taken'
    ? { kind: 'route-taken', routes: [] }
    : { kind: 'abandoned' };
}
