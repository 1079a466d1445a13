import { Body, Controller, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import {
  CreateConfigurationTemplateRequest,
  CreatedConfigurationTemplate,
  RenderJinjaRequest,
  SearchConfigurationTemplatesAnswer,
  SearchConfigurationTemplatesRequest,
} from './configuration-templates.dto.js';
import { ConfigurationTemplates } from './configuration-templates.service.js';
import { TextTemplateRuns } from './text-template-runs.service.js';
import { toConfigurationTemplate } from './to-configuration-template.js';

/** Jinja templates under the paths by which clients know those of configurations. */
@Controller()
export class ConfigurationTemplatesController {
  constructor(
    private readonly templates: ConfigurationTemplates,
    private readonly runs: TextTemplateRuns,
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
    @Body() { name, template, variables = {} }: CreateConfigurationTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<CreatedConfigurationTemplate> {
    const created = await this.templates.create({ name, template, variables }, principal);
    return { result: 'success', data: toConfigurationTemplate(created) };
  }

  @Operation('searchConfigurationTemplates', SearchConfigurationTemplatesAnswer)
  async searchConfigurationTemplates(
    @Body() { name = '', options = {} }: SearchConfigurationTemplatesRequest,
  ): Promise<SearchConfigurationTemplatesAnswer> {
    const { items, total } = await this.templates.search(name, options);
    return { list: items.map(toConfigurationTemplate), total };
  }
}
