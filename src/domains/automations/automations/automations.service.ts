import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict } from '../../../kernel/app-error.js';
import { type NamedGroup } from '../../../kernel/gbac-references.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { TriggersRepository } from '../triggers/triggers.repository.js';
import { AutomationLookupService } from '../lookup/automation-lookup.service.js';
import { AutomationWriterService } from './automation-writer.service.js';
import { AutomationsRepository } from '../stored/automations.repository.js';
import { type Automation } from '../stored/stored-automation.js';
import { exported } from '../stored/to-automation.js';
import { GbacResolverService } from './gbac-resolver.service.js';
import { auditedAutomation } from './audited-automation.js';

/** An automation, and what its groups are called. */
export interface NamedAutomation {
  readonly automation: Automation;
  readonly groups: ReadonlyMap<string, NamedGroup>;
}

/** Automations as users manage them, each within its groups. */
@Injectable()
export class AutomationsService {
  constructor(
    private readonly automations: AutomationsRepository,
    private readonly triggers: TriggersRepository,
    private readonly lookup: AutomationLookupService,
    private readonly writer: AutomationWriterService,
    private readonly groups: GbacResolverService,
  ) {}

  /** What the caller may see. */
  async list(query: StoredList, principal: Principal): Promise<Page<NamedAutomation>> {
    const { items, total } = await this.automations.list(query, principal);
    const automations = await this.lookup.complete(items);
    const groups = await this.groups.names(automations.map(({ guard }) => guard.gbac));
    return { items: automations.map((automation) => ({ automation, groups })), total };
  }

  /** With the names of its groups. */
  async named(automation: Automation): Promise<NamedAutomation> {
    return { automation, groups: await this.groups.names([automation.guard.gbac]) };
  }

  /** Reads parts of what somebody may see. */
  listFor(principal: Principal): (part: StoredList) => Promise<Page<NamedAutomation>> {
    return (part) => this.list(part, principal);
  }

  /**
   * An automation by its id, else by its name.
   * @throws AppError `not-found`
   */
  async get(idOrName: string, principal: Principal): Promise<Automation> {
    return this.lookup.readable(idOrName, principal);
  }

  /**
   * The document of an automation with its triggers, as an import takes it here and elsewhere.
   * @throws AppError `not-found`
   */
  async export(idOrName: string, principal: Principal): Promise<JsonObject> {
    const found = await this.lookup.readable(idOrName, principal);
    return this.groups.withNames(exported(found, await this.triggers.ofAutomations([found.id])));
  }

  /**
   * Removes an automation and its triggers.
   * @throws AppError `not-found`, `forbidden`, `conflict` for one of a package, `precondition-failed`.
   */
  async remove(
    idOrName: string,
    expected: number | undefined,
    principal: Principal,
  ): Promise<void> {
    const present = await this.lookup.writable(idOrName, principal);
    const { id, name, revision, packageId } = present;
    assertRevision(revision, expected);
    if (packageId !== undefined)
      throw conflict(`Automation '${name}' came with a package and goes with it`, 'packaged');
    const before = exported(present, await this.triggers.ofAutomations([id]));
    if (!(await this.writer.remove(id, revision))) throw staleRevision(expected);
    noteChange({ object: auditedAutomation(present), before, after: null });
  }
}
