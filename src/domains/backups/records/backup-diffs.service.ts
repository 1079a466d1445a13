import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import { WORKERS } from '../../../platform/workers/worker-pool.js';
import { workerTask } from '../../../platform/workers/worker-task.js';
import { compareTexts } from '../../../cores/differences/compare-texts.js';
import { BackupLookupService } from './backup-lookup.service.js';
import { programFile } from '../../../platform/config/program-file.js';
import { BackupTextsService } from '../store/backup-texts.service.js';
import { type StoredBackup } from '../store/stored-backup.js';

/** How a difference is asked for. */
export interface DiffOptions {
  readonly format?: 'unified' | 'sideBySide' | undefined;
  readonly context?: number | undefined;
}

const CONTEXT = 3;
/** Shorter ones are compared at once: it takes some milliseconds. */
const SHORT_LENGTH_MAX = 256 * 1024;
const COMPARE = workerTask<typeof compareTexts>(
  programFile('cores/differences/compare-texts.js'),
  'compareTexts',
);

/** Compares backups that the caller may see; secrets are masked. */
@Injectable()
export class BackupDiffsService {
  constructor(
    private readonly lookup: BackupLookupService,
    private readonly texts: BackupTextsService,
  ) {}

  /**
   * @returns the JSON of an object: ids, figures, and the difference
   * @throws AppError `not-found` where the caller may not see one of them; as `WorkerPool.run`.
   */
  async compare(
    ids: readonly [string, string],
    { format = 'unified', context = CONTEXT }: DiffOptions,
    principal: Principal,
  ): Promise<string> {
    const [left, right] = await Promise.all([
      this.lookup.readable(ids[0], principal),
      this.lookup.readable(ids[1], principal),
    ]);
    const [before, after] = await Promise.all([this.textOf(left), this.textOf(right)]);
    const labels = { before: labelOf(left), after: labelOf(right) };
    const comparison = { before, after, format, context, labels };
    const isShort = before.length + after.length <= SHORT_LENGTH_MAX;
    const compared = isShort
      ? compareTexts(comparison)
      : await WORKERS.run(COMPARE, comparison, principal.id);
    const named = JSON.stringify({ before: left._id, after: right._id });
    return `${named.slice(0, -1)},${compared.slice(1)}`;
  }

  private async textOf(backup: StoredBackup): Promise<string> {
    const { rawConfig, xmlConfig } = await this.texts.masked(backup);
    return rawConfig === '' ? xmlConfig : rawConfig;
  }
}

function labelOf({ name, date }: StoredBackup): string {
  return `${name} ${date.toISOString()}`;
}
