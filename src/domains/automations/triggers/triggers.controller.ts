import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import {
  toNextRuns,
  toShownTrigger,
  toTriggerAnswer,
  toTriggerImport,
  toTriggerList,
} from './to-trigger-answer.js';
import { TriggerEditsService, type WrittenTrigger } from './trigger-edits.service.js';
import { TRIGGER_LIST } from './trigger-list.js';
import {
  CreateTriggerRequest,
  ImportTriggersAnswer,
  ImportTriggersRequest,
  ListTriggersAnswer,
  NextRunsAnswer,
  TriggerAnswer,
  type TriggerListOptions,
  UpdateTriggerRequest,
} from './triggers.dto.js';
import { TriggersService } from './triggers.service.js';

/** What starts automations. */
@Controller()
export class TriggersController {
  constructor(
    private readonly triggers: TriggersService,
    private readonly edits: TriggerEditsService,
    private readonly clock: Clock,
  ) {}

  @Operation('listTriggers', ListTriggersAnswer)
  async listTriggers(
    @ListOptions(TRIGGER_LIST) list: ListRequest<TriggerListOptions>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListTriggersAnswer> {
    const now = this.clock.now();
    const read = this.triggers.listFor(principal);
    return toTriggerList(list, await pageOf(list, read, (one) => toShownTrigger(one, now)));
  }

  @Operation('createTrigger', TriggerAnswer)
  async createTrigger(
    @Body() body: CreateTriggerRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TriggerAnswer> {
    return this.answered('created', await this.edits.create(asDocument(body), principal));
  }

  @Operation('importTriggers', ImportTriggersAnswer)
  async importTriggers(
    @Body() { triggers }: ImportTriggersRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportTriggersAnswer> {
    const outcomes = await this.edits.importAll(triggers, principal);
    return toTriggerImport(outcomes, this.clock.now());
  }

  @Operation('deleteTriggersOfAction')
  async deleteTriggersOfAction(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.triggers.removeOf(id, principal);
  }

  @Operation('getTrigger', TriggerAnswer)
  async getTrigger(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TriggerAnswer> {
    const trigger = await this.triggers.get(id, principal);
    return this.answered('retrieved', { trigger, warnings: [] });
  }

  @Operation('listNextRuns', NextRunsAnswer)
  async listNextRuns(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<NextRunsAnswer> {
    return toNextRuns(await this.triggers.get(id, principal), this.clock.now());
  }

  @Operation('updateTrigger', TriggerAnswer)
  async updateTrigger(
    @Param('id') id: string,
    @Body() body: UpdateTriggerRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<TriggerAnswer> {
    const edit = { members: asDocument(body), expected };
    return this.answered('updated', await this.edits.update(id, edit, principal));
  }

  @Operation('deleteTrigger')
  async deleteTrigger(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.triggers.remove(id, expected, principal);
  }

  private answered(done: string, written: WrittenTrigger): TriggerAnswer {
    const answer = toTriggerAnswer(done, written, this.clock.now());
    return revisioned(written.trigger.revision, answer);
  }
}

/** What the caller wrote: open shapes keep every member as it came. */
function asDocument(body: object): JsonObject {
  return body as JsonObject;
}
