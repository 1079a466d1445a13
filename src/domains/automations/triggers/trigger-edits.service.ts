import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { AppError, invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { assertStorable, toStored } from '../../../platform/database/storable.js';
import { editableMembers } from '../editable-members.js';
import { readTrigger } from '../shape/read-trigger.js';
import { type TriggerFacts } from '../shape/trigger-definition.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { TriggerReferencesService } from './trigger-references.service.js';
import { keptOf, type TriggerChange } from './trigger-change.js';
import { TriggersRepository } from './triggers.repository.js';
import { TriggersService } from './triggers.service.js';
import { changedBy, type Stamp, triggerDocument, wholeTrigger } from '../stored/whole-trigger.js';
import { auditedTrigger } from './audited-trigger.js';
import { shownTrigger, withKeptSecrets } from '../stored/trigger-secrets.js';

/** A trigger that was written, and what it refers to that is not here, one sentence each. */
export interface WrittenTrigger {
  readonly trigger: StoredTrigger;
  readonly warnings: readonly string[];
}

/** What became of one trigger of an import. */
export type TriggerImport =
  | { readonly kind: 'imported'; readonly written: WrittenTrigger }
  | { readonly kind: 'refused'; readonly message: string };

/** A change of a trigger as a caller asks for it. */
export interface TriggerEdit {
  /** The members to change; others stay. */
  readonly members: JsonObject;
  /** The revision that the caller read. */
  readonly expected: number | undefined;
}

/** Also what the platform says of a trigger alone. */
const SAID = ['nextRunAt', 'lastMissedAt', 'credential'];

/** Makes and changes triggers, one by one. */
@Injectable()
export class TriggerEditsService {
  constructor(
    private readonly triggers: TriggersRepository,
    private readonly access: TriggersService,
    private readonly references: TriggerReferencesService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /**
   * A trigger of the automation that `actionId` names by id or name.
   * @throws AppError `invalid-input`, `document-too-large`, `not-found` for the automation, `forbidden`,
   *   `conflict` for a taken route.
   */
  async create(document: JsonObject, principal: Principal): Promise<WrittenTrigger> {
    const facts = await accepted(document);
    const { actionId } = document;
    if (typeof actionId !== 'string' || actionId === '')
      throw invalidInput([{ pointer: '#/actionId', detail: 'must be the id of an automation' }]);
    const automationId = await this.access.ownerOf(actionId, principal);
    const id = this.ids.next();
    const position = await this.triggers.nextPosition(automationId);
    const stamp: Stamp = { at: this.clock.now(), by: principal };
    const made = wholeTrigger(
      { id, automationId, position, document: editableMembers(document, SAID), facts },
      stamp,
    );
    await this.triggers.insert(made);
    const after = triggerDocument(made);
    const object = auditedTrigger(id, made.name);
    noteChange({ object, before: null, after: shownTrigger(after) });
    return { trigger: made, warnings: await this.warnings(after) };
  }

  /** Creates triggers, each for itself: one that is refused leaves the others alone. */
  async importAll(
    documents: readonly JsonObject[],
    principal: Principal,
  ): Promise<readonly TriggerImport[]> {
    const outcomes: TriggerImport[] = [];
    // One after the other: they take positions in their automation.
    for (const document of documents) outcomes.push(await this.importOne(document, principal));
    return outcomes;
  }

  private async importOne(document: JsonObject, principal: Principal): Promise<TriggerImport> {
    try {
      return { kind: 'imported', written: await this.create(document, principal) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const faults = error.errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
      return { kind: 'refused', message: faults.join('; ') || error.detail };
    }
  }

  /**
   * Changes members of a trigger, which runs in the caller's name from now on.
   * @throws AppError `invalid-input`, `document-too-large`, `not-found`, `forbidden`, `conflict` for a
   *   taken route, `precondition-failed`.
   */
  async update(
    id: string,
    { members, expected }: TriggerEdit,
    principal: Principal,
  ): Promise<WrittenTrigger> {
    const present = await this.access.changeable(id, principal);
    assertSame(present, members);
    const at = this.clock.now();
    const before = triggerDocument(present);
    const written = withKeptSecrets(editableMembers(members, SAID), before);
    const changed = { ...before, ...written };
    const document = changedBy({ at, by: principal }, changed);
    const facts = await accepted(document);
    assertRevision(present.revision, expected);
    const change = changeOf(present, { document, facts, at, by: principal.id });
    const { revision } = present;
    if (!(await this.triggers.replace(id, revision, change))) throw staleRevision(expected);
    const object = auditedTrigger(id, facts.name);
    noteChange({ object, before: shownTrigger(before), after: shownTrigger(document) });
    const { _id, created, createdBy } = present;
    const trigger = { ...change, _id, created, createdBy, revision: revision + 1 };
    return { trigger, warnings: await this.warnings(document) };
  }

  private async warnings(document: JsonObject): Promise<readonly string[]> {
    return (await this.references.warnings([document])).flat();
  }
}

/** @throws AppError `invalid-input`, `document-too-large` */
async function accepted(document: JsonObject): Promise<TriggerFacts> {
  assertStorable(document);
  const reading = await readTrigger(document);
  if (reading.kind === 'refused') throw invalidInput(reading.faults);
  return reading.facts;
}

/** What it starts and how it is fired stays: another trigger is made for that. */
function assertSame(present: StoredTrigger, members: JsonObject): void {
  const kept = { actionId: present.automationId, type: present.type };
  const faults = Object.entries(kept)
    .filter(([key, value]) => key in members && members[key] !== value)
    .map(([key]) => ({ pointer: `#/${key}`, detail: 'cannot be changed' }));
  if (faults.length > 0) throw invalidInput(faults);
}

function changeOf(
  present: StoredTrigger,
  to: {
    readonly document: JsonObject;
    readonly facts: TriggerFacts;
    readonly at: Date;
    readonly by: string;
  },
): TriggerChange {
  const { automationId, position } = present;
  return {
    automationId,
    position,
    ...to.facts,
    document: toStored(to.document),
    ...keptOf(present),
    updated: to.at,
    updatedBy: to.by,
    updatedWith: callerLimits(),
  };
}
