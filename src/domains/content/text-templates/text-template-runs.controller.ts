import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { TextTemplateRunsService } from './text-template-runs.service.js';
import {
  ParseByTextTemplateAnswer,
  ParseByTextTemplateRequest,
  RenderTextTemplateAnswer,
  RenderTextTemplateRequest,
} from './text-templates.dto.js';

/** Templates of texts at work; nothing here is stored. */
@Controller()
export class TextTemplateRunsController {
  constructor(private readonly runs: TextTemplateRunsService) {}

  @Operation('renderTextTemplate', RenderTextTemplateAnswer)
  async renderTextTemplate(
    @Param('name') name: string,
    @Body() { context }: RenderTextTemplateRequest,
    @CurrentPrincipal() { id }: Principal,
  ): Promise<RenderTextTemplateAnswer> {
    return { renderedTemplate: await this.runs.render(name, context, id) };
  }

  @Operation('parseByTextTemplate', ParseByTextTemplateAnswer)
  async parseByTextTemplate(
    @Param('name') name: string,
    @Body() { text }: ParseByTextTemplateRequest,
    @CurrentPrincipal() { id }: Principal,
  ): Promise<ParseByTextTemplateAnswer> {
    return this.runs.parse(name, text, id);
  }
}
