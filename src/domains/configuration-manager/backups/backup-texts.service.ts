import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type BackupPlace, type BackupText } from './stored-backup.js';

/** Reads the texts of kept configurations. */
@Injectable()
export class BackupTexts {
  /**
   * The texts with a marker in the place of each secret: what everybody reads.
   * @throws AppError `not-found` for a version that is gone.
   */
  masked(backup: BackupPlace): Promise<BackupText> {
    return Promise.reject(gone(backup._id));
  }

  /**
   * The texts byte for byte as they were taken, with their secrets.
   * @throws AppError `not-found`; `conflict` (code `secret-unreadable`).
   */
  revealed(backup: BackupPlace): Promise<BackupText> {
    return Promise.reject(gone(backup._id));
  }

  /**
   * Walks the masked texts of all versions of a chain in the order in which they were stored, each
   * segment read once. Ends early where `each` answers false.
   */
  async all(
    chain: string,
    each: (place: number, text: BackupText) => boolean | Promise<boolean>,
  ): Promise<void> {
    await Promise.reject(gone(`${chain} ${String(each.length)}`));
  }

  /**
   * A text that is not kept, with the markers that the secrets have in the chain: what is compared with
   * kept versions. Secrets that the chain does not have become `<SECRET>`.
   */
  maskLike(chain: string, type: string, text: string): Promise<string> {
    return Promise.reject(gone(`${chain} ${type} ${String(text.length)}`));
  }
}

function gone(id: string): AppError {
  return new AppError('not-found', `Backup '${id}' not found`);
}
