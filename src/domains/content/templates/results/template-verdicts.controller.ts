import { Controller, Param } from '@nestjs/common';
import { Operation } from '../../../../api/operation.decorator.js';
import { QueryObject } from '../../../../api/query/query-object.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../../kernel/page.js';
import { type TemplateVerdict } from './template-verdict.js';
import { ListVerdictsAnswer, ListVerdictsQuery, ShownVerdict } from './template-verdicts.dto.js';
import { TemplateVerdictsService } from './template-verdicts.service.js';

/** Verdicts of analytic templates that were kept. */
@Controller()
export class TemplateVerdictsController {
  constructor(private readonly verdicts: TemplateVerdictsService) {}

  @Operation('listAnalyticTemplateResults', ListVerdictsAnswer)
  async listAnalyticTemplateResults(
    @QueryObject() query: ListVerdictsQuery,
  ): Promise<ListVerdictsAnswer> {
    const { template, skip = 0, limit = LIST_LIMIT_DEFAULT } = query;
    const { items, total } = await this.verdicts.list(template, { skip, limit });
    return { results: items.map(toShown), total };
  }

  @Operation('getAnalyticTemplateResult', ShownVerdict)
  async getAnalyticTemplateResult(@Param('id') id: string): Promise<ShownVerdict> {
    return toShown(await this.verdicts.get(id));
  }
}

function toShown({ templateFolded: _, at, by, ...verdict }: TemplateVerdict): ShownVerdict {
  return { ...verdict, created: at.getTime(), createdBy: by };
}
