import { Body, Controller, Param } from '@nestjs/common';
import { Operation } from '../../api/operation.decorator.js';
import { ListOptions } from '../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../api/lists/list-request.js';
import { pageOfAll } from '../../api/lists/page-of.js';
import { ExpectedRevision } from '../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../api/revision/revisioned.js';
import { CatalogueService } from '#domains/artifacts/offered/catalogue.service.js';
import { PREBUILTS_LIST } from './prebuilt-list.js';
import { ListPrebuiltsAnswer, type ListPrebuiltsOptions } from './prebuilts.dto.js';
import {
  CreateRepositoryConfigRequest,
  ListRepositoryConfigsAnswer,
  ShownRepositoryConfig,
  UpdateRepositoryConfigRequest,
} from './repository-configs.dto.js';
import { REPOSITORY_CONFIG_LIST } from './repository-config-list.js';
import { RepositoryConfigsService } from './repository-configs.service.js';
import { catalogueRequest, configWrite } from './requests.js';
import { toPrebuiltEntry, toPrebuiltsPage } from './to-prebuilt.js';

/** Packages of the configured repositories, and which repositories are configured. */
@Controller()
export class PrebuiltsController {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly configs: RepositoryConfigsService,
  ) {}

  @Operation('listPrebuilts', ListPrebuiltsAnswer)
  async listPrebuilts(
    @ListOptions(PREBUILTS_LIST) list: ListRequest<ListPrebuiltsOptions>,
  ): Promise<ListPrebuiltsAnswer> {
    const asked = { ...list, own: catalogueRequest(list.own) };
    return { results: toPrebuiltsPage(await this.catalogue.list(asked, toPrebuiltEntry)) };
  }

  @Operation('listRepositoryConfigs', ListRepositoryConfigsAnswer)
  async listRepositoryConfigs(
    @ListOptions(REPOSITORY_CONFIG_LIST) list: ListRequest,
  ): Promise<ListRepositoryConfigsAnswer> {
    const { revision, configs } = await this.configs.all();
    const { items, total } = pageOfAll(list, configs);
    return revisioned(revision, { results: items, total });
  }

  @Operation('createRepositoryConfig', ShownRepositoryConfig)
  async createRepositoryConfig(
    @Body() body: CreateRepositoryConfigRequest,
  ): Promise<ShownRepositoryConfig> {
    const { revision, config } = await this.configs.create(body.name, configWrite(body));
    return revisioned(revision, config);
  }

  @Operation('updateRepositoryConfig', ShownRepositoryConfig)
  async updateRepositoryConfig(
    @Param('name') name: string,
    @Body() body: UpdateRepositoryConfigRequest,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<ShownRepositoryConfig> {
    const { revision, config } = await this.configs.update(name, configWrite(body), expected);
    return revisioned(revision, config);
  }

  @Operation('deleteRepositoryConfig')
  async deleteRepositoryConfig(
    @Param('name') name: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.configs.remove(name, expected);
  }
}
