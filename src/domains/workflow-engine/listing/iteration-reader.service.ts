import { Injectable } from '@nestjs/common';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type JsonValue } from '../../../kernel/json.js';
import { type IterationView } from '../answer/job-view.js';
import { ValueBudget } from '../answer/value-budget.js';
import { HeldTexts } from '../jobs/held-texts.service.js';
import { JobValues } from '../jobs/job-values.service.js';
import { type StoredIteration } from '../iterations/stored-iteration.js';
import { IterationListRepository } from './iteration-list.repository.js';

/** Reads runs of tasks with their values as people see them. */
@Injectable()
export class IterationReader {
  constructor(
    private readonly iterations: IterationListRepository,
    private readonly values: JobValues,
    private readonly texts: HeldTexts,
  ) {}

  /** Room for the large values of one answer. */
  budget(): ValueBudget {
    return new ValueBudget();
  }

  /** Runs of a job by their ids; those that are not stored yet are left out. */
  async findAll(
    jobId: string,
    ids: readonly string[],
    budget: ValueBudget,
  ): Promise<readonly IterationView[]> {
    return this.viewed(jobId, await this.iterations.findAll(ids), budget);
  }

  /** Runs of a job, of one task or of all. */
  async list(
    jobId: string,
    task: string | undefined,
    part: PageRequest,
  ): Promise<Page<IterationView>> {
    const { items, total } = await this.iterations.list(jobId, task, part);
    return { items: await this.viewed(jobId, items, this.budget()), total };
  }

  /** One after the other, so that the values of an answer are not read all at once. */
  private async viewed(
    jobId: string,
    found: readonly StoredIteration[],
    budget: ValueBudget,
  ): Promise<readonly IterationView[]> {
    const views: IterationView[] = [];
    for (const stored of found) {
      const { input, output } = stored;
      views.push({
        stored,
        input: await this.shown(jobId, input, budget),
        output: output === null ? null : await this.shown(jobId, output, budget),
        error: await this.errorOf(stored),
      });
    }
    return views;
  }

  private shown(
    jobId: string,
    encoded: string,
    budget: ValueBudget,
  ): Promise<Record<string, JsonValue>> {
    return this.values.shown(jobId, budget.fit(this.values.decode(encoded)));
  }

  private async errorOf({ jobId, error }: StoredIteration): Promise<JsonValue | null> {
    if (error === null) return null;
    const shown = await this.values.shown(jobId, { error: this.texts.decodeOne(error) });
    return shown['error'] ?? null;
  }
}
