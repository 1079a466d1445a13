import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Principal } from '../../../kernel/principal.js';
import { recordList } from '../../../platform/database/record-list.js';
import { type StoredAdapter } from './adapter.js';
import { ListAdaptersAnswer, ListAdaptersQuery } from './adapter-lists.dto.js';
import { AdapterShown, CreateAdapterRequest, UpdateAdapterRequest } from './adapters.dto.js';
import { AdaptersService } from './adapters.service.js';
import { toAdapterShown } from './to-adapter-shown.js';

/** The systems that the platform sends changes to. */
@Controller()
export class AdaptersController {
  constructor(private readonly adapters: AdaptersService) {}

  @Operation('listAdapters', ListAdaptersAnswer)
  async listAdapters(@QueryObject() query: ListAdaptersQuery): Promise<ListAdaptersAnswer> {
    const { items, total } = await this.adapters.list(recordList(query));
    return { results: items.map(toAdapterShown), total };
  }

  @Operation('createAdapter', AdapterShown)
  async createAdapter(
    @Body() { name, ...write }: CreateAdapterRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AdapterShown> {
    return shown(await this.adapters.create(name, write, principal));
  }

  @Operation('getAdapter', AdapterShown)
  async getAdapter(@Param('name') name: string): Promise<AdapterShown> {
    return shown(await this.adapters.get(name));
  }

  @Operation('updateAdapter', AdapterShown)
  async updateAdapter(
    @Param('name') name: string,
    @Body() write: UpdateAdapterRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AdapterShown> {
    return shown(await this.adapters.change(name, write, expected, principal));
  }

  @Operation('deleteAdapter')
  async deleteAdapter(
    @Param('name') name: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.adapters.remove(name, expected);
  }

  @Operation('startAdapter', AdapterShown)
  async startAdapter(
    @Param('name') name: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AdapterShown> {
    return shown(await this.adapters.setEnabled(name, true, expected, principal));
  }

  @Operation('stopAdapter', AdapterShown)
  async stopAdapter(
    @Param('name') name: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AdapterShown> {
    return shown(await this.adapters.setEnabled(name, false, expected, principal));
  }

  @Operation('restartAdapter', AdapterShown)
  async restartAdapter(
    @Param('name') name: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AdapterShown> {
    return shown(await this.adapters.restart(name, expected, principal));
  }
}

function shown(adapter: StoredAdapter): AdapterShown {
  return revisioned(adapter.revision, toAdapterShown(adapter));
}
