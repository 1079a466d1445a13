import { Injectable } from '@nestjs/common';
import { type Gbac } from '../../../kernel/gbac.js';
import { AppError } from '../../../kernel/app-error.js';

/** A configuration that somebody took, by whatever way. */
export interface TakenBackup {
  /** null for one taken elsewhere, of a name that no device has. */
  readonly deviceId: string | null;
  readonly name: string;
  /** `cisco-ios` or an alias; of unknown types secrets are found by a general set of patterns. */
  readonly type: string;
  /** Who took it: `collector`, name of an adapter, or what an import says. */
  readonly provider: string;
  readonly gbac: Gbac;
  readonly rawConfig: string;
  readonly xmlConfig?: string;
  readonly takenAt: Date;
  readonly description?: string;
  readonly notes?: string;
  /** Id of the account, null for the platform itself. */
  readonly by: string | null;
}

/** What became of a configuration that was taken. */
export interface IntakeOutcome {
  /** `unchanged`: it is the version that is kept already, which was seen again. */
  readonly outcome: 'new' | 'unchanged';
  readonly backupId: string;
  /** The version before a new one, by date; null for the first. */
  readonly previousId: string | null;
}

/** Stores configurations as versions of their device. */
@Injectable()
export class BackupIntake {
  /**
   * Stores a configuration, or notes that it was seen again. Several nodes may do so at once.
   * @throws AppError `invalid-input` for a lone surrogate, `document-too-large` beyond the limit.
   */
  take(taken: TakenBackup): Promise<IntakeOutcome> {
    return Promise.reject(new AppError('unavailable', `Backups of ${taken.name} cannot be kept`));
  }
}
