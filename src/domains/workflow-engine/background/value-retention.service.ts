import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobValueFilesRepository } from '../store/values/job-value-files.repository.js';
import { JobSweepsRepository } from './job-sweeps.repository.js';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 200;
/** A value may be stored a while before what refers to it. */
const SETTLED_MS = DAY_MS;

/** Removes values to which no job refers: a crash or a lost race has left them. */
@Injectable()
export class ValueRetentionService implements OnApplicationBootstrap {
  constructor(
    private readonly sweeps: JobSweepsRepository,
    private readonly values: JobValueFilesRepository,
    private readonly tasks: BackgroundTasks,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('values of jobs', DAY_MS, (signal) => this.sweep(signal));
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - SETTLED_MS);
    let after = '';
    do {
      const some = await this.values.storedBefore(before, after, BATCH);
      for (const { jobId, hashes } of some) await this.removeUnused(jobId, hashes);
      after = some.length === BATCH ? (some.at(-1)?.jobId ?? '') : '';
    } while (after !== '' && signal?.aborted !== true);
  }

  private async removeUnused(jobId: string, hashes: readonly string[]): Promise<void> {
    const unused = new Set(hashes);
    for await (const text of this.sweeps.textsOf(jobId)) {
      for (const hash of unused) if (text.includes(hash)) unused.delete(hash);
      if (unused.size === 0) return;
    }
    await this.values.remove(jobId, [...unused]);
  }
}
