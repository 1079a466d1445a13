import { Controller, Param } from '@nestjs/common';
import { Operation } from '#api/operation.decorator.js';
import { ListOptions } from '#api/lists/list-options.decorator.js';
import { type ListRequest } from '#api/lists/list-request.js';
import { pageOf } from '#api/lists/page-of.js';
import { type TemplateVerdict } from './template-verdict.js';
import { VERDICT_LIST } from './template-verdict-list.js';
import {
  ListVerdictsAnswer,
  ShownVerdict,
  type VerdictListOptions,
} from './template-verdicts.dto.js';
import { TemplateVerdictsService } from './template-verdicts.service.js';

/** Verdicts of analytic templates that were kept. */
@Controller()
export class TemplateVerdictsController {
  constructor(private readonly verdicts: TemplateVerdictsService) {}

  @Operation('listAnalyticTemplateResults', ListVerdictsAnswer)
  async listAnalyticTemplateResults(
    @ListOptions(VERDICT_LIST) list: ListRequest<VerdictListOptions>,
  ): Promise<ListVerdictsAnswer> {
    const { items, total } = await pageOf(list, (part) => this.verdicts.list(part), toShown);
    return { results: items, total };
  }

  @Operation('getAnalyticTemplateResult', ShownVerdict)
  async getAnalyticTemplateResult(@Param('id') id: string): Promise<ShownVerdict> {
    return toShown(await this.verdicts.get(id));
  }
}

function toShown({ templateFolded: _, at, by, ...verdict }: TemplateVerdict): ShownVerdict {
  return { ...verdict, created: at.getTime(), createdBy: by };
}
