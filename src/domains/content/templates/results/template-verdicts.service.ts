import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/app-error.js';
import { Clock } from '#kernel/clock.js';
import { foldText } from '#kernel/folded-text.js';
import { IdSource } from '#kernel/ids.js';
import { type JsonObject } from '#kernel/json.js';
import { type Page } from '#kernel/page.js';
import { type Principal } from '#kernel/principal.js';
import { type ContentRecord } from '../../records/content-record.js';
import { type TemplateVerdict } from './template-verdict.js';
import { type VerdictPart } from './template-verdict-list.js';
import { TemplateVerdictsRepository } from './template-verdicts.repository.js';
import { judgedFacts } from './to-verdict.js';

/** Verdicts are kept this long, and of each template the newest thousand. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Verdicts that are kept so that a workflow can decide by them. */
@Injectable()
export class TemplateVerdictsService {
  constructor(
    private readonly verdicts: TemplateVerdictsRepository,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /** Keeps what became of a template: what failed, and nothing of any output. */
  async keep(
    { id, name }: ContentRecord,
    judged: JsonObject,
    { username }: Principal,
  ): Promise<TemplateVerdict> {
    const at = this.clock.now();
    const verdict: TemplateVerdict = {
      _id: this.ids.next(),
      template: name,
      templateId: id,
      templateFolded: foldText(name),
      ...judgedFacts(judged),
      at,
      by: username,
    };
    await this.verdicts.keep(verdict, new Date(at.getTime() - KEPT_MS));
    return verdict;
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<TemplateVerdict> {
    const found = await this.verdicts.find(id);
    if (!found) throw notFound('Result', id);
    return found;
  }

  /** A part of all verdicts, or of those of one template; the newest first. */
  async list(part: VerdictPart): Promise<Page<TemplateVerdict>> {
    return this.verdicts.list(part);
  }
}
