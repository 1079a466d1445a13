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
   * @returns a JSON object in UTF-8: ids, figures, and the difference
   * @throws AppError `not-found` where the caller may not see one of them; as `WorkerPool.run`.
   */
  async compare(
    [before, after]: readonly [string, string],
    { format = 'unified', context = CONTEXT }: DiffOptions,
    principal: Principal,
  ): Promise<Uint8Array> {
    const [left, right] = await Promise.all([
      this.lookup.readable(before, principal),
      this.lookup.readable(after, principal),
    ]);
    const [textBefore, textAfter] = await Promise.all([this.textOf(left), this.textOf(right)]);
    const labels = { before: labelOf(left), after: labelOf(right) };
    const ids = { before: left._id, after: right._id };
    const texts = { before: textBefore, after: textAfter };
    const comparison = { ...texts, format, context, labels, ids };
    const isShort = textBefore.length + textAfter.length <= SHORT_LENGTH_MAX;
    if (isShort) return compareTexts(comparison);
    return WORKERS.run(COMPARE, comparison, principal.id);
  }

  private async textOf(backup: StoredBackup): Promise<string> {
    const { rawConfig, xmlConfig } = await this.texts.masked(backup);
    return rawConfig === '' ? xmlConfig : rawConfig;
  }
}

function labelOf({ name, date }: StoredBackup): string {
  return `${name} ${date.toISOString()}`;
}
