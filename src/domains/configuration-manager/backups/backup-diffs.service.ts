import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import {
  differenceStats,
  type DifferenceStats,
  sideBySide,
  type SideBySideRow,
} from '../differences/side-by-side.js';
import { unifiedDiff } from '../differences/unified-diff.js';
import { BackupLookup } from './backup-lookup.service.js';
import { BackupTexts } from './backup-texts.service.js';
import { type StoredBackup } from './stored-backup.js';

/** How a difference is asked for. */
export interface WantedDiff {
  readonly format?: 'unified' | 'sideBySide' | undefined;
  readonly context?: number | undefined;
}

/** How two backups differ. */
export interface BackupDiff {
  readonly before: string;
  readonly after: string;
  readonly stats: DifferenceStats;
  readonly unified?: string;
  readonly rows?: readonly SideBySideRow[];
}

const CONTEXT = 3;

/** Compares backups that the caller may see; secrets are masked. */
@Injectable()
export class BackupDiffs {
  constructor(
    private readonly lookup: BackupLookup,
    private readonly texts: BackupTexts,
  ) {}

  /** @throws AppError `not-found` where the caller may not see one of them. */
  async compare(
    ids: readonly [string, string],
    { format = 'unified', context = CONTEXT }: WantedDiff,
    principal: Principal,
  ): Promise<BackupDiff> {
    const [left, right] = await Promise.all([
      this.lookup.readable(ids[0], principal),
      this.lookup.readable(ids[1], principal),
    ]);
    const [before, after] = await Promise.all([this.textOf(left), this.textOf(right)]);
    const named = { before: left._id, after: right._id };
    if (format === 'sideBySide') {
      const { rows, stats } = sideBySide(before, after, { context });
      return { ...named, stats, rows };
    }
    const labels = { before: labelOf(left), after: labelOf(right) };
    const unified = unifiedDiff(before, after, { labels, context });
    return { ...named, stats: differenceStats(before, after), unified };
  }

  private async textOf(backup: StoredBackup): Promise<string> {
    const { rawConfig, xmlConfig } = await this.texts.masked(backup);
    return rawConfig === '' ? xmlConfig : rawConfig;
  }
}

function labelOf({ name, date }: StoredBackup): string {
  return `${name} ${date.toISOString()}`;
}
