import { Body, Controller, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import {
  CreateConfigurationTemplateRequest,
  CreatedConfigurationTemplate,
  DeleteConfigurationTemplatesQuery,
  DeletedConfigurationTemplates,
  RenderJinjaRequest,
  SearchConfigurationTemplatesAnswer,
  SearchConfigurationTemplatesRequest,
  UpdateConfigurationTemplateRequest,
  UpdatedConfigurationTemplate,
} from './configuration-templates.dto.js';
import { ConfigurationTemplatesService } from './configuration-templates.service.js';
import { TextTemplateRunsService } from './text-template-runs.service.js';
import { toConfigurationTemplate } from './to-configuration-template.js';

/** Jinja templates under the paths by which clients know those of configurations. */
@Controller()
export class ConfigurationTemplatesController {
  constructor(
    private readonly templates: ConfigurationTemplatesService,
    private readonly runs: TextTemplateRunsService,
  ) {}

  /** The text as JSON, which clients read. */
  @Operation('renderJinja')
  async renderJinja(
    @Body() { template, variables = {} }: RenderJinjaRequest,
    @CurrentPrincipal() { id }: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const text = await this.runs.renderText(template, variables, id);
    reply.type('application/json; charset=utf-8');
    return JSON.stringify(text);
  }

  @Operation('createConfigurationTemplate', CreatedConfigurationTemplate)
  async createConfigurationTemplate(
    @Body() { name, template, variables = {}, options }: CreateConfigurationTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<CreatedConfigurationTemplate> {
    const given = { name, template, variables, deviceOSTypes: options?.deviceOSTypes };
    const created = await this.templates.create(given, principal);
    return { result: 'success', data: toConfigurationTemplate(created) };
  }

  @Operation('updateConfigurationTemplate', UpdatedConfigurationTemplate)
  async updateConfigurationTemplate(
    @Body() { id, data, options }: UpdateConfigurationTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<UpdatedConfigurationTemplate> {
    const { name, template, variables } = data;
    const write = { name, template, variables, deviceOSTypes: options?.deviceOSTypes };
    await this.templates.update(id, write, principal);
    return { status: 'success', updated: 1 };
  }

  @Operation('deleteConfigurationTemplates', DeletedConfigurationTemplates)
  async deleteConfigurationTemplates(
    @QueryObject() { templateIds, force = false }: DeleteConfigurationTemplatesQuery,
  ): Promise<DeletedConfigurationTemplates> {
    return { status: 'success', deleted: await this.templates.removeAll(templateIds, force) };
  }

  @Operation('searchConfigurationTemplates', SearchConfigurationTemplatesAnswer)
  async searchConfigurationTemplates(
    @Body() { name = '', options = {} }: SearchConfigurationTemplatesRequest,
  ): Promise<SearchConfigurationTemplatesAnswer> {
    const { items, total } = await this.templates.search(name, options);
    return { list: items.map(toConfigurationTemplate), total };
  }
}
