import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '#kernel/folded-text.js';
import { type Page } from '#kernel/page.js';
import { findPage, sortBy } from '#platform/database/lists/find-page.js';
import { allOf } from '#platform/database/text-match.js';
import { type TemplateVerdict } from './template-verdict.js';
import { type VerdictPart } from './template-verdict-list.js';
import { TEMPLATE_VERDICT_MODEL } from './template-verdict.schema.js';

/** Verdicts of one template that are kept. */
const KEPT_OF_TEMPLATE_MAX = 1000;
const NEWEST_FIRST = { at: -1, _id: -1 } as const;

/** Verdicts of runs of analytic templates. */
@Injectable()
export class TemplateVerdictsRepository {
  constructor(
    @InjectModel(TEMPLATE_VERDICT_MODEL) private readonly verdicts: Model<TemplateVerdict>,
  ) {}

  /** Keeps a verdict; of its template only the newest stay, of all none older than `oldest`. */
  async keep(verdict: TemplateVerdict, oldest: Date): Promise<void> {
    await this.verdicts.create(verdict);
    await this.verdicts.deleteMany({ at: trusted({ $lt: oldest }) });
    const { templateFolded } = verdict;
    const [surplus] = await this.verdicts
      .find({ templateFolded }, { at: 1 })
      .sort(NEWEST_FIRST)
      .skip(KEPT_OF_TEMPLATE_MAX)
      .limit(1)
      .lean<Pick<TemplateVerdict, 'at'>[]>();
    if (surplus)
      await this.verdicts.deleteMany({ templateFolded, at: trusted({ $lte: surplus.at }) });
  }

  async find(_id: string): Promise<TemplateVerdict | null> {
    return this.verdicts.findOne({ _id }).lean<TemplateVerdict>();
  }

  /** A part of all verdicts, or of those of one template; by time. */
  async list({ filter, order, template, ...part }: VerdictPart): Promise<Page<TemplateVerdict>> {
    const named = template === undefined ? {} : { templateFolded: foldText(template) };
    return findPage(this.verdicts, allOf([named, filter]), part, {
      sort: sortBy(Object.keys(NEWEST_FIRST), order),
      hint: template === undefined ? 'newest' : 'template',
    });
  }
}
