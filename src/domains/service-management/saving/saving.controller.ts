import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { CurrentCall, type RequestMarks } from '../../../api/http/current-call.decorator.js';
import { answeredLater, PrefersLater } from '../../../api/http/prefers-later.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { AlsoAnswers } from '../../../api/shapes/also-answers.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import { ChangeReaderService } from '../changes/change-reader.service.js';
import { type StoredChange } from '../changes/service-change.js';
import {
  ListItemsQuery,
  SavedItem,
  BegunSave,
  SaveOperation,
} from '../changes/service-changes.dto.js';
import { SaveInstancesRequest } from './saving.dto.js';
import { toBegunSave, toSavedItem, toSaveOperation } from '../changes/to-answers.js';
import { SaveRequestsService } from './save-requests.service.js';

const ITEMS_SHOWN = 1000;

/** Operation 18, and what it leaves behind to be followed. */
@Controller()
export class SavingController {
  constructor(
    private readonly requests: SaveRequestsService,
    private readonly changes: ChangeReaderService,
  ) {}

  // Above the operation, whose own 202 would have the shape of its 200.
  @AlsoAnswers(202, 'Goes on in the background: `Location` is where to follow it', BegunSave)
  @Operation('saveInstances', [SavedItem])
  async saveInstances(
    @Body() body: SaveInstancesRequest,
    @CurrentPrincipal() principal: Principal,
    @CurrentCall() { key }: RequestMarks,
    @PrefersLater() isPatient: boolean,
  ): Promise<readonly SavedItem[] | BegunSave> {
    return this.answered(await this.requests.save(body, { principal, key, isPatient }));
  }

  @Operation('getServiceOperation', SaveOperation)
  async getServiceOperation(
    @Param('id') id: string,
    @QueryObject() { skip = 0, limit = ITEMS_SHOWN }: ListItemsQuery,
  ): Promise<SaveOperation> {
    const found = await this.changes.operation(id);
    return toSaveOperation(found, await this.changes.itemsOf(id, { skip, limit }));
  }

  private async answered(change: StoredChange): Promise<readonly SavedItem[] | BegunSave> {
    const { _id: id, total, isBackground } = change;
    if (!isBackground) {
      return (await this.changes.itemsOf(id, { skip: 0, limit: total })).map(toSavedItem);
    }
    noteHeader('Preference-Applied', 'respond-async');
    const body = toBegunSave(await this.changes.operation(id));
    return answeredLater(`/service_management/operations/${id}`, body);
  }
}
