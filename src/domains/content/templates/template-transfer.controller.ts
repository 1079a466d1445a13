import { Body, Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { exportedContent } from '../records/exported-content.js';
import { type JsonObject } from '../../../kernel/json.js';
import {
  ExportedTemplate,
  ExportTemplateRequest,
  ImportTemplateRequest,
  MadeTemplate,
} from './templates.dto.js';
import { type TemplateKind, TemplatesService } from './templates.service.js';
import { toMade } from './to-template-answer.js';

/** What clients call the kinds of templates. */
const KINDS: Readonly<Record<ImportTemplateRequest['type'], TemplateKind>> = {
  analytic: 'mop-analytic-template',
  templates: 'mop-template',
};

/** Templates of both kinds come in and leave as they are. */
@Controller()
export class TemplateTransferController {
  constructor(private readonly templates: TemplatesService) {}

  @Operation('importTemplate', MadeTemplate)
  async importTemplate(
    @Body() { type, template, options }: ImportTemplateRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<MadeTemplate> {
    const given = { document: template, pointer: '#/template' };
    const { overwrite = false } = options ?? {};
    const made = await this.templates.import(KINDS[type], given, { overwrite }, principal);
    return toMade(KINDS[type], made, 'imported');
  }

  @Operation('exportTemplate', ExportedTemplate)
  async exportTemplate(@Body() { type, options }: ExportTemplateRequest): Promise<JsonObject> {
    const { name, dialect } = options;
    const kind = KINDS[type];
    return exportedContent(kind, await this.templates.get(kind, name), dialect);
  }
}
