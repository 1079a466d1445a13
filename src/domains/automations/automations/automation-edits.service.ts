import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { type AppError, conflict, invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { guarded } from '../../../kernel/gbac.js';
import { groupInWords, type GroupReference } from '../../../kernel/gbac-references.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { assertStorable, toStored } from '../../../platform/database/storable.js';
import {
  automationFacts,
  componentOf,
  type ComponentReference,
  type GivenAutomation,
  readAutomation,
} from '../shape/read-automation.js';
import { editableMembers } from '../editable-members.js';
import { changedBy } from '../stored/whole-trigger.js';
import { type Refusal } from './admission.js';
import { AutomationLookupService } from '../lookup/automation-lookup.service.js';
import {
  AutomationReferencesService,
  type ResolvedAutomation,
} from './automation-references.service.js';
import {
  type AutomationChange,
  AutomationsRepository,
  nameTaken,
} from '../stored/automations.repository.js';
import { NewAutomationsService } from './new-automations.service.js';
import { type Automation, type Component } from '../stored/stored-automation.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { auditedAutomation } from './audited-automation.js';

/** An automation that was written, and what it refers to that is not here, one sentence each. */
export interface WrittenAutomation {
  readonly automation: Automation;
  readonly warnings: readonly string[];
}

/** An automation that was made, with the triggers that came with it. */
export interface MadeAutomation extends WrittenAutomation {
  readonly triggers: readonly StoredTrigger[];
}

/** A change of an automation as a caller asks for it. */
export interface AutomationEdit {
  /** The members to change; others stay. */
  readonly members: JsonObject;
  /** The revision that the caller read. */
  readonly expected: number | undefined;
}

/** What an automation shall be. */
interface Rewriting {
  readonly document: JsonObject;
  readonly component: ComponentReference;
  /** What the document says of groups was resolved before. */
  readonly keepsGroups: boolean;
  readonly expected: number | undefined;
}

/** Makes and changes automations as users ask for it. */
@Injectable()
export class AutomationEditsService {
  constructor(
    private readonly automations: AutomationsRepository,
    private readonly lookup: AutomationLookupService,
    private readonly references: AutomationReferencesService,
    private readonly newAutomations: NewAutomationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param keepsId whether it keeps the id that it came with, if nobody has it.
   * @throws AppError `invalid-input`, `document-too-large`, `conflict` for a taken name or route.
   */
  async create(
    document: JsonObject,
    principal: Principal,
    keepsId = false,
  ): Promise<MadeAutomation> {
    assertStorable(document);
    const reading = await readAutomation(document);
    if (reading.kind === 'refused') throw invalidInput(reading.faults);
    const given = reading.automation;
    const stamp = { at: this.clock.now(), by: principal };
    const [making] = await this.newAutomations.make([{ document, given, keepsId }], stamp);
    if (making?.kind === 'made') return making;
    throw refused(given.name, making ?? { kind: 'abandoned' });
  }

  /**
   * Changes members of an automation.
   * @throws AppError `invalid-input`, `document-too-large`, `not-found`, `forbidden`, `conflict` for a
   *   taken name, `precondition-failed`.
   */
  async update(
    idOrName: string,
    { members, expected }: AutomationEdit,
    principal: Principal,
  ): Promise<WrittenAutomation> {
    if ('triggers' in members)
      throw invalidInput([
        { pointer: '#/triggers', detail: 'must be left out: triggers are changed one by one' },
      ]);
    const present = await this.lookup.writable(idOrName, principal);
    const changes = editableMembers(members);
    const to = {
      document: { ...present.document, ...changes },
      component: changedComponent(present, changes),
      keepsGroups: !('gbac' in changes),
      expected,
    };
    return this.write(present, to, principal);
  }

  /**
   * Puts another document in the place of an automation; its triggers stay.
   * @throws AppError as `update` does.
   */
  async replace(
    idOrName: string,
    given: JsonObject,
    principal: Principal,
  ): Promise<WrittenAutomation> {
    const present = await this.lookup.writable(idOrName, principal);
    const { _id = present.id, created = null, createdBy = null, triggers } = present.document;
    const kept = { _id, created, createdBy, ...(triggers !== undefined && { triggers }) };
    const document = { ...editableMembers(given), ...kept };
    const component = componentOf(document);
    const to = { document, component, keepsGroups: false, expected: undefined };
    return this.write(present, to, principal);
  }

  private async write(
    present: Automation,
    to: Rewriting,
    principal: Principal,
  ): Promise<WrittenAutomation> {
    assertRevision(present.revision, to.expected);
    const at = this.clock.now();
    const document = changedBy({ at, by: principal }, to.document);
    const { given, resolved } = await this.resolved(document, to.component);
    const { component, warnings } = resolved;
    const isOther = isOtherComponent(present.component, component);
    if (isOther) await this.references.assertMayStart(principal, component);
    const guard = to.keepsGroups ? present.guard : guarded(resolved.groups.gbac);
    const change: AutomationChange = {
      name: given.name,
      nameFolded: foldText(given.name),
      document: toStored(document),
      facts: automationFacts(document),
      ...guard,
      componentId: component.id,
      ...(isOther && { componentBy: { id: principal.id, limits: callerLimits() } }),
      updated: at,
      updatedBy: principal.id,
    };
    const { id, revision } = present;
    if (!(await this.automations.replace(id, revision, change))) throw staleRevision(to.expected);
    const object = auditedAutomation({ id, name: given.name, guard });
    noteChange({ object, before: present.document, after: document });
    const written = { name: given.name, revision: revision + 1, component, document, guard };
    return { automation: { ...present, ...written }, warnings };
  }

  /** @throws AppError `invalid-input`, `document-too-large` */
  private async resolved(
    document: JsonObject,
    component: ComponentReference,
  ): Promise<{ readonly given: GivenAutomation; readonly resolved: ResolvedAutomation }> {
    assertStorable(document);
    const reading = await readAutomation(document);
    if (reading.kind === 'refused') throw invalidInput(reading.faults);
    const given = { ...reading.automation, component };
    const [resolved] = await this.references.resolveAll([given]);
    if (!resolved) throw staleRevision(undefined);
    if (resolved.groups.unknown.length > 0) throw unknownGroups(resolved.groups.unknown);
    return { given, resolved };
  }
}

function isOtherComponent(before: Component, after: Component): boolean {
  return before.type !== after.type || before.name !== after.name || before.id !== after.id;
}

/** A new name is looked up anew; what is not mentioned stays what it is. */
function changedComponent({ component }: Automation, members: JsonObject): ComponentReference {
  const text = (key: string, present: string | null): string => {
    const value = key in members ? members[key] : present;
    return typeof value === 'string' ? value : '';
  };
  const isRenamed = 'componentName' in members && !('componentId' in members);
  return {
    type: text('componentType', component.type),
    name: text('componentName', component.name),
    id: isRenamed ? '' : text('componentId', component.id),
  };
}

/** Why an automation cannot name these groups. */
function unknownGroups(groups: readonly GroupReference[]): AppError {
  const named = groups.map(groupInWords).join(', ');
  return invalidInput([{ pointer: '#/gbac', detail: `names groups that are not here: ${named}` }]);
}

function refused(name: string, refusal: Refusal): Error {
  switch (refusal.kind) {
    case 'name-taken':
      return nameTaken(name);
    case 'unknown-groups':
      return unknownGroups(refusal.groups);
    case 'route-taken':
      return conflict('A trigger has a route that another trigger has', 'route-taken');
    case 'not-startable':
      return refusal.cause;
    case 'abandoned':
      return staleRevision(undefined);
  }
}
