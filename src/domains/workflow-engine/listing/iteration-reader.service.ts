import { Injectable } from '@nestjs/common';
import { type Page } from '../../../kernel/page.js';
import { type JsonValue } from '../../../kernel/json.js';
import { type IterationView } from '../answer/job-view.js';
import { ValueBudget } from '../answer/value-budget.js';
import { ValueCodecService } from '../store/values/value-codec.service.js';
import { type JobSecrets } from '../store/values/job-secrets.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { type StoredJob } from '../store/stored-job.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { type IterationPart } from './iteration-list.js';
import { IterationListRepository } from './iteration-list.repository.js';

/** What an answer has room for, and what it must not show. */
export interface Showing {
  readonly budget: ValueBudget;
  readonly secrets: JobSecrets;
}

/** Reads runs of tasks with their values as people see them. */
@Injectable()
export class IterationReaderService {
  constructor(
    private readonly iterations: IterationListRepository,
    private readonly values: JobValuesService,
    private readonly codec: ValueCodecService,
  ) {}

  /** @param eachMax of a value, in bytes. */
  showing(job: StoredJob, eachMax?: number): Showing {
    return { budget: new ValueBudget(eachMax), secrets: this.values.secretsOf(job) };
  }

  /** Runs of a job by their ids; those that are not stored yet are left out. */
  async findAll(
    jobId: string,
    ids: readonly string[],
    showing: Showing,
  ): Promise<readonly IterationView[]> {
    return this.viewed(jobId, await this.iterations.findAll(ids), showing);
  }

  /** Runs of a job, of one task or of all. */
  async list(job: StoredJob, part: IterationPart): Promise<Page<IterationView>> {
    const { items, total } = await this.iterations.list(job._id, part);
    return { items: await this.viewed(job._id, items, this.showing(job, part.valueBytes)), total };
  }

  /** One after the other, so that the values of an answer are not read all at once. */
  private async viewed(
    jobId: string,
    found: readonly StoredIteration[],
    showing: Showing,
  ): Promise<readonly IterationView[]> {
    const views: IterationView[] = [];
    for (const stored of found) {
      const { input, output } = stored;
      views.push({
        stored,
        input: await this.shown(jobId, input, showing),
        output: output === null ? null : await this.shown(jobId, output, showing),
        error: await this.errorOf(stored, showing),
      });
    }
    return views;
  }

  private shown(
    jobId: string,
    encoded: string,
    { budget, secrets }: Showing,
  ): Promise<Record<string, JsonValue>> {
    return this.values.shown(jobId, budget.fit(this.values.decode(encoded)), secrets);
  }

  private async errorOf(
    { jobId, error }: StoredIteration,
    { secrets }: Showing,
  ): Promise<JsonValue | null> {
    if (error === null) return null;
    const held = { error: this.codec.decodeOne(error) };
    const shown = await this.values.shown(jobId, held, secrets);
    return shown['error'] ?? null;
  }
}
