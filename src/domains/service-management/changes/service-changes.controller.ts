import { Controller, Param } from '@nestjs/common';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import {
  ListItemsQuery,
  ListServiceChangesAnswer,
  ServiceChangeDetails,
} from './service-changes.dto.js';
import { toChangedItem, toServiceChange } from './to-answers.js';
import { SERVICE_CHANGE_LIST } from './service-change-list.js';
import { ChangeReaderService } from './change-reader.service.js';

const ITEMS_SHOWN = 1000;

/** Requests that saved or deleted instances, with their plans. */
@Controller()
export class ServiceChangesController {
  constructor(private readonly changes: ChangeReaderService) {}

  @Operation('listServiceChanges', ListServiceChangesAnswer)
  async listServiceChanges(
    @ListOptions(SERVICE_CHANGE_LIST) list: ListRequest,
  ): Promise<ListServiceChangesAnswer> {
    const { items, total } = await pageOf(list, (part) => this.changes.list(part), toServiceChange);
    return { results: items, total };
  }

  @Operation('getServiceChange', ServiceChangeDetails)
  async getServiceChange(
    @Param('id') id: string,
    @QueryObject() { skip = 0, limit = ITEMS_SHOWN }: ListItemsQuery,
  ): Promise<ServiceChangeDetails> {
    const found = await this.changes.get(id);
    const items = await this.changes.itemsOf(id, { skip, limit });
    return Object.assign(toServiceChange(found), { items: items.map(toChangedItem) });
  }
}
