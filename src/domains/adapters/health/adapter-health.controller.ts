import { Controller, Param } from '@nestjs/common';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import {
  AdapterHealthShown,
  ListAdapterHealthAnswer,
  ListAdaptersQuery,
} from '../records/adapter-lists.dto.js';
import { recordList } from '../../../platform/database/record-list.js';
import { AdaptersService } from '../records/adapters.service.js';
import { toAdapterHealth } from '../records/to-adapter-shown.js';
import { AdapterHealthService } from './adapter-health.service.js';

/** How the systems behind adapters do. */
@Controller()
export class AdapterHealthController {
  constructor(
    private readonly adapters: AdaptersService,
    private readonly health: AdapterHealthService,
  ) {}

  @Operation('listAdapterHealth', ListAdapterHealthAnswer)
  async listAdapterHealth(
    @QueryObject() query: ListAdaptersQuery,
  ): Promise<ListAdapterHealthAnswer> {
    const { items, total } = await this.adapters.list(recordList(query));
    return { results: items.map(toAdapterHealth), total };
  }

  @Operation('probeAdapter', AdapterHealthShown)
  async probeAdapter(@Param('name') name: string): Promise<AdapterHealthShown> {
    const adapter = await this.adapters.usable(name);
    const probe = await this.health.look(adapter, new AbortController().signal);
    return toAdapterHealth({ ...adapter, probe: probe ?? null });
  }
}
