import { Controller, Param } from '@nestjs/common';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import {
  ListItemsQuery,
  ListServiceChangesAnswer,
  ListServiceChangesQuery,
  ServiceChangeDetails,
} from '../service-management.dto.js';
import { toChangedItem, toServiceChange } from '../to-answers.js';
import { ChangeReader } from './change-reader.service.js';

const ITEMS_SHOWN = 1000;

/** Requests that saved or deleted instances, with their plans. */
@Controller()
export class ServiceChangesController {
  constructor(private readonly changes: ChangeReader) {}

  @Operation('listServiceChanges', ListServiceChangesAnswer)
  async listServiceChanges(
    @QueryObject() { kind, skip = 0, limit = LIST_LIMIT_DEFAULT }: ListServiceChangesQuery,
  ): Promise<ListServiceChangesAnswer> {
    const { items, total } = await this.changes.list({ kind, skip, limit });
    return { results: items.map(toServiceChange), total };
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
