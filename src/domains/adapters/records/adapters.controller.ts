import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { RemovalQuery } from '../../../api/query/removal.dto.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Principal } from '../../../kernel/principal.js';
import { Referrers } from '../../../platform/referrers/referrers.js';
import { ADAPTER_TYPE_NAMES, type StoredAdapter } from './adapter.js';
import { ListAdaptersAnswer } from './adapter-lists.dto.js';
import { ADAPTER_LIST } from './adapter-lists.js';
import {
  AdapterShown,
  AdapterTypesAnswer,
  CreateAdapterRequest,
  UpdateAdapterRequest,
  WrittenAdapterAnswer,
} from './adapters.dto.js';
import { AdaptersService } from './adapters.service.js';
import { ClientAdapterRequest } from './client-adapter.dto.js';
import { fromClient, type GivenAdapter, givenAdapter, inClientForm } from './client-adapter.js';
import { toAdapterShown } from './to-adapter-shown.js';
import { AdapterAccessReaderService } from './adapter-access-reader.service.js';

const ADAPTER = { kind: 'adapter', label: 'Adapter' };

/** The systems that the platform sends changes to. */
@Controller()
export class AdaptersController {
  constructor(
    private readonly adapters: AdaptersService,
    private readonly access: AdapterAccessReaderService,
    private readonly referrers: Referrers,
  ) {}

  @Operation('listAdapters', ListAdaptersAnswer)
  async listAdapters(@ListOptions(ADAPTER_LIST) list: ListRequest): Promise<ListAdaptersAnswer> {
    const { items, total } = await pageOf(list, (part) => this.adapters.list(part), toAdapterShown);
    return { results: items, total };
  }

  @Operation('listAdapterTypes', AdapterTypesAnswer)
  listAdapterTypes(): AdapterTypesAnswer {
    return { adapterModels: ADAPTER_TYPE_NAMES, total: ADAPTER_TYPE_NAMES.length };
  }

  @Operation('createAdapter', WrittenAdapterAnswer)
  async createAdapter(
    @Body() body: CreateAdapterRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WrittenAdapterAnswer> {
    const { name, ...write } = await this.read(givenAdapter(body));
    const made = this.adapters.create(name, write, principal);
    return done('created', await (body.properties ? inClientForm(made) : made));
  }

  @Operation('importAdapter', WrittenAdapterAnswer)
  async importAdapter(
    @Body() { properties }: ClientAdapterRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<WrittenAdapterAnswer> {
    const { name, ...write } = await inClientForm(this.read(fromClient(properties)));
    return done('imported', await inClientForm(this.adapters.put(name, write, principal)));
  }

  @Operation('putAdapter', WrittenAdapterAnswer)
  async putAdapter(
    @Param('name') name: string,
    @Body() { properties }: ClientAdapterRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() by: Principal,
  ): Promise<WrittenAdapterAnswer> {
    const change = await inClientForm(this.read(fromClient(properties)));
    return done('updated', await inClientForm(this.adapters.change(name, change, expected, by)));
  }

  @Operation('getAdapter', AdapterShown)
  async getAdapter(@Param('name') name: string): Promise<AdapterShown> {
    return shown(await this.adapters.get(name));
  }

  @Operation('updateAdapter', AdapterShown)
  async updateAdapter(
    @Param('name') name: string,
    @Body() { access: written, ...write }: UpdateAdapterRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AdapterShown> {
    const access = await this.access.read(written);
    return shown(await this.adapters.change(name, { ...write, access }, expected, principal));
  }

  @Operation('deleteAdapter')
  async deleteAdapter(
    @Param('name') name: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    const { _id: id, name: own } = await this.adapters.get(name);
    if (!force) await this.referrers.assertNone({ ...ADAPTER, id, name: own });
    await this.adapters.remove(id, expected);
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

  /** With the groups and roles that may use it, as they are stored. */
  private async read({ access, ...given }: GivenAdapter): Promise<ReadAdapter> {
    return { ...given, access: await this.access.read(access) };
  }
}

type ReadAdapter = Omit<GivenAdapter, 'access'> & {
  readonly access: Awaited<ReturnType<AdapterAccessReaderService['read']>>;
};

function done(verb: string, adapter: StoredAdapter): WrittenAdapterAnswer {
  const message = `Successfully ${verb} adapter '${adapter.name}'.`;
  const said = { status: 'OK', message } as const;
  return revisioned(adapter.revision, Object.assign(said, toAdapterShown(adapter)));
}

function shown(adapter: StoredAdapter): AdapterShown {
  return revisioned(adapter.revision, toAdapterShown(adapter));
}
