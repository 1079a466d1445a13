import { Injectable } from '@nestjs/common';
import { AppError, invalidInput } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { LIST_LIMIT_DEFAULT, type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { LinearPattern } from '../../../cores/patterns/linear-pattern.js';
import { type BackupOrder, type NamedBackups } from '../store/backup-list.js';
import { BackupListsRepository } from '../store/backup-lists.repository.js';
import { BackupTextsService } from '../store/backup-texts.service.js';
import { ChainsRepository } from '../store/chains.repository.js';
import { type BackupText, chainOf, type StoredBackup } from '../store/stored-backup.js';

/** What operation 7 was asked for. */
export interface BackupSearch {
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
  readonly regex?: boolean | undefined;
  readonly filter?: { readonly name?: string | undefined } | undefined;
  readonly sort?: BackupOrder | undefined;
}

/** A backup and its texts. */
export interface WholeBackup {
  readonly backup: StoredBackup;
  readonly text: BackupText;
}

/** Texts are read so many at a time: one may be large. */
const AT_ONCE = 4;

/** Operation 7 and the lists of versions, as far as the caller may see them. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly lists: BackupListsRepository,
    private readonly chains: ChainsRepository,
    private readonly texts: BackupTextsService,
  ) {}

  /** @throws AppError `invalid-input` for a pattern that cannot be read. */
  async search(search: BackupSearch, principal: Principal): Promise<Page<StoredBackup>> {
    const { start = 0, limit = LIST_LIMIT_DEFAULT, sort = {} } = search;
    const names = await this.names(search);
    return this.lists.list({ names, order: sort, skip: start, limit }, principal);
  }

  /** The texts of backups, masked, in the same order; what is deleted meanwhile is left out. */
  async *whole(backups: readonly StoredBackup[]): AsyncGenerator<WholeBackup> {
    for (let at = 0; at < backups.length; at += AT_ONCE) {
      const some = backups.slice(at, at + AT_ONCE);
      const texts = await Promise.all(some.map((backup) => this.textOf(backup)));
      for (const [index, backup] of some.entries()) {
        const text = texts[index];
        if (text) yield { backup, text };
      }
    }
  }

  /** Versions of the device of this name, also of when it had another. */
  async ofDevice(
    name: string,
    part: StoredList,
    principal: Principal,
  ): Promise<Page<StoredBackup>> {
    const folded = foldText(name);
    const known = await this.chains.idsOfName(folded);
    return this.lists.ofChains([...new Set([...known, chainOf(null, folded)])], part, principal);
  }

  private async textOf(backup: StoredBackup): Promise<BackupText | undefined> {
    try {
      return await this.texts.masked(backup);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return undefined;
      throw error;
    }
  }

  private async names({ filter, regex = false }: BackupSearch): Promise<NamedBackups> {
    const name = filter?.name;
    if (name === undefined) return { kind: 'any' };
    if (!regex) return { kind: 'exactly', name };
    const reading = LinearPattern.compile(name, { ignoreCase: true });
    if (reading.kind === 'refused')
      throw invalidInput([{ pointer: '#/options/filter/name', detail: reading.detail }]);
    const all = await this.lists.names();
    const namesFolded = all.filter((one) => reading.pattern.test(one));
    const isAll = namesFolded.length === all.length;
    return isAll ? { kind: 'any' } : { kind: 'among', namesFolded };
  }
}
