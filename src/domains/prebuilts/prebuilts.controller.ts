import { Body, Controller, Param } from '@nestjs/common';
import { Operation } from '../../api/operation.decorator.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../api/revision/revisioned.js';
import { CatalogueService } from '../artifacts/catalogue.service.js';
import { ListPrebuiltsAnswer, ListPrebuiltsQuery } from './prebuilts.dto.js';
import {
  CreateRepositoryConfigRequest,
  ListRepositoryConfigsAnswer,
  ListRepositoryConfigsQuery,
  ShownRepositoryConfig,
  UpdateRepositoryConfigRequest,
} from './repository-configs.dto.js';
import { RepositoryConfigsService } from './repository-configs.service.js';
import { catalogueRequest, configWrite } from './requests.js';
import { toPrebuiltsPage } from './to-prebuilt.js';

/** Packages of the configured repositories, and which repositories are configured. */
@Controller()
export class PrebuiltsController {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly configs: RepositoryConfigsService,
  ) {}

  @Operation('listPrebuilts', ListPrebuiltsAnswer)
  async listPrebuilts(@QueryObject() query: ListPrebuiltsQuery): Promise<ListPrebuiltsAnswer> {
    return { results: toPrebuiltsPage(await this.catalogue.list(catalogueRequest(query))) };
  }

  @Operation('listRepositoryConfigs', ListRepositoryConfigsAnswer)
  async listRepositoryConfigs(
    @QueryObject() query: ListRepositoryConfigsQuery,
  ): Promise<ListRepositoryConfigsAnswer> {
    const results = await this.configs.list(query);
    return { results, total: results.length };
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
