import { Injectable } from '@nestjs/common';
import { type AdmittedCaller } from '../../../api/access/admitted-caller.decorator.js';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict, notFound } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { AutomationLookupService } from '../lookup/automation-lookup.service.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { type TriggerList } from './trigger-list.js';
import { TriggersRepository } from './triggers.repository.js';
import { triggerDocument } from '../stored/whole-trigger.js';
import { auditedTrigger } from './audited-trigger.js';
import { shownTrigger } from '../stored/trigger-secrets.js';

/** Triggers as users see and remove them: whoever may see or change an automation may its triggers. */
@Injectable()
export class TriggersService {
  constructor(
    private readonly triggers: TriggersRepository,
    private readonly automations: AutomationLookupService,
  ) {}

  /** The triggers of automations that the caller may see. */
  async list(query: TriggerList, principal: Principal): Promise<Page<StoredTrigger>> {
    const without = await this.automations.unreadableIds(principal);
    const { items, total } = await this.triggers.list(query, without);
    // One whose automation went with its package a moment ago is told to nobody.
    const ids = items.map(({ automationId }) => automationId);
    const readable = await this.automations.readableIds(ids, principal);
    return { items: items.filter(({ automationId }) => readable.has(automationId)), total };
  }

  /** Reads parts of what somebody may see. */
  listFor(principal: Principal): (part: TriggerList) => Promise<Page<StoredTrigger>> {
    return (part) => this.list(part, principal);
  }

  /** @throws AppError `not-found` */
  async get(id: string, principal: Principal): Promise<StoredTrigger> {
    const found = await this.triggers.find(id);
    if (!found || !(await this.isReadable(found, principal))) throw notFound('Trigger', id);
    return found;
  }

  /**
   * The endpoint trigger of a route. Who may not see it is told the same as where there is none.
   * @throws AppError `not-found`
   */
  async getByRoute(routeName: string, caller: AdmittedCaller): Promise<StoredTrigger> {
    const found = await this.triggers.findByRoute(routeName);
    if (!found || !(await this.isOpenTo(caller, found)))
      throw notFound('Endpoint trigger', routeName);
    return found;
  }

  /** Another trigger may have taken the route since a credential of its own was checked. */
  private async isOpenTo(caller: AdmittedCaller, trigger: StoredTrigger): Promise<boolean> {
    if ('own' in caller) return trigger._id === caller.own.objectId;
    return this.isReadable(trigger, caller.principal);
  }

  /** Whether the caller may see a trigger. */
  async isReadable({ automationId }: StoredTrigger, principal: Principal): Promise<boolean> {
    return (await this.automations.readableIds([automationId], principal)).has(automationId);
  }

  /**
   * A trigger that the caller may change.
   * @throws AppError `not-found`, `forbidden` where its automation may only be seen.
   */
  async changeable(id: string, principal: Principal): Promise<StoredTrigger> {
    const found = await this.get(id, principal);
    await this.automations.writable(found.automationId, principal);
    return found;
  }

  /**
   * The id of an automation to which the caller may give triggers, by its id or name.
   * @throws AppError `not-found`, `forbidden`
   */
  async ownerOf(idOrName: string, principal: Principal): Promise<string> {
    return (await this.automations.writable(idOrName, principal)).id;
  }

  /**
   * Removes the triggers of an automation; those of a package go with it.
   * @throws AppError `not-found`, `forbidden`
   */
  async removeOf(automationId: string, principal: Principal): Promise<void> {
    const { id } = await this.automations.writable(automationId, principal);
    const present = await this.triggers.ofAutomations([id]);
    for (const trigger of present.filter(({ packageId }) => packageId === undefined)) {
      if (await this.triggers.remove(trigger._id, trigger.revision)) noteRemoval(trigger);
    }
  }

  /** @throws AppError `not-found`, `forbidden`, `conflict` for one of a package, `precondition-failed`. */
  async remove(id: string, expected: number | undefined, principal: Principal): Promise<void> {
    const present = await this.changeable(id, principal);
    const { name, revision, packageId } = present;
    assertRevision(revision, expected);
    if (packageId !== undefined)
      throw conflict(`Trigger '${name}' came with a package and goes with it`, 'packaged');
    if (!(await this.triggers.remove(id, revision))) throw staleRevision(expected);
    noteRemoval(present);
  }
}

function noteRemoval(trigger: StoredTrigger): void {
  const before: JsonObject = shownTrigger(triggerDocument(trigger));
  noteChange({ object: auditedTrigger(trigger._id, trigger.name), before, after: null });
}
