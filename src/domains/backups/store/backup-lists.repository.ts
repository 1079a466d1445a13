import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { readableBy } from '../../../platform/database/gbac-filter.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { ListTotals } from '../../../platform/database/list-totals.js';
import { allOf, type TextFilter } from '../../../platform/database/text-match.js';
import { BACKUP_MODEL } from './backup.schema.js';
import { type BackupList, type BackupOrder, type NamedBackups } from './backup-list.js';
import { BACKUPS_LIST } from './backups.repository.js';
import { type StoredBackup } from './stored-backup.js';

/** Being stored or deleted: nobody sees it. */
const VISIBLE = { hidden: trusted({ $ne: true }) };
/** So many names are looked up one by one; of more, versions are read in order and those names picked. */
const NAMES_LOOKED_UP_MAX = 100;

/** Lists of versions, without their texts. */
@Injectable()
export class BackupListsRepository {
  constructor(
    @InjectModel(BACKUP_MODEL) private readonly backups: Model<StoredBackup>,
    private readonly totals: ListTotals,
  ) {}

  /** A part of the versions that the caller may see. */
  async list(list: BackupList, principal: Principal): Promise<Page<StoredBackup>> {
    const guard = readableBy(principal, 'ConfigurationManager');
    const conditions = allOf([ofNames(list.names), guard, VISIBLE]);
    return findPage(this.backups, conditions, list, {
      sort: sortOf(list.order),
      hint: indexOf(list, Object.keys(guard).length === 0),
      known: (count) => this.totals.known(BACKUPS_LIST, conditions, count),
    });
  }

  /** The different names that versions have, folded: the index is asked for each once. */
  async names(): Promise<readonly string[]> {
    const found = await this.backups
      .aggregate<{ _id: string }>([
        { $sort: { nameFolded: 1 } },
        { $group: { _id: '$nameFolded' } },
      ])
      .hint('names');
    return found.map(({ _id }) => _id);
  }

  /** A part of the versions of some chains, by date. */
  async ofChains(
    chains: readonly string[],
    { filter, order, ...part }: StoredList,
    principal: Principal,
  ): Promise<Page<StoredBackup>> {
    const guard = readableBy(principal, 'ConfigurationManager');
    const conditions = allOf([{ chain: trusted({ $in: chains }) }, guard, VISIBLE, filter]);
    const sort = sortBy(['date', 'place'], order);
    return findPage(this.backups, conditions, part, { sort, hint: 'chain' });
  }
}

function ofNames(names: NamedBackups): TextFilter {
  switch (names.kind) {
    case 'any':
      return {};
    case 'exactly':
      return { nameFolded: foldText(names.name), name: names.name };
    case 'among':
      return { nameFolded: trusted({ $in: names.namesFolded }) };
  }
}

/** Of one name the newest first, of one time the last id. */
function sortOf({ name, date }: BackupOrder): Record<string, 1 | -1> {
  const byDate = date ?? -1;
  return { ...(name && { nameFolded: name }), date: byDate, _id: byDate };
}

/**
 * The index that has the order; few names have it each for themselves. Groups are looked up in theirs
 * where nothing else is asked for.
 */
function indexOf({ names, order }: BackupList, isForAll: boolean): string {
  if (order.name || isFew(names))
    return (order.name ?? 1) === (order.date ?? -1) ? 'names' : 'names-newest-first';
  return isForAll || names.kind === 'among' ? 'dates' : 'readable';
}

function isFew(names: NamedBackups): boolean {
  if (names.kind === 'among') return names.namesFolded.length <= NAMES_LOOKED_UP_MAX;
  return names.kind === 'exactly';
}
