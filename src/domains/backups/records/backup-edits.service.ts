import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { guarded, type GuardedRecord } from '../../../kernel/gbac.js';
import { groupInWords, readGbac } from '../../../kernel/gbac-references.js';
import { type JsonValue } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { GroupDirectory } from '../../../platform/auth/group-directory.js';
import { auditedBackup, backupFacts } from '../store/audited-backup.js';
import { BackupLookupService } from './backup-lookup.service.js';
import { BackupsRepository } from '../store/backups.repository.js';
import { ChainPrunerService } from '../store/chain-pruner.service.js';
import { ChainsRepository } from '../store/chains.repository.js';
import { type StoredBackup } from '../store/stored-backup.js';

/** What a user wants to change. */
export interface BackupEdit {
  readonly description?: string | undefined;
  readonly notes?: string | undefined;
  readonly gbac?: unknown;
  /** The revision that the caller read. */
  readonly expected: number | undefined;
}

/** Changes and deletes backups as users ask for it. */
@Injectable()
export class BackupEditsService {
  constructor(
    private readonly lookup: BackupLookupService,
    private readonly backups: BackupsRepository,
    private readonly chains: ChainsRepository,
    private readonly pruner: ChainPrunerService,
    private readonly groups: GroupDirectory,
  ) {}

  /** @throws AppError `invalid-input`, `not-found`, `forbidden`, `conflict`, `precondition-failed`. */
  async update(id: string, edit: BackupEdit, principal: Principal): Promise<StoredBackup> {
    const present = await this.lookup.writable(id, principal);
    assertRevision(present.revision, edit.expected);
    const guard = edit.gbac === undefined ? undefined : await this.guard(edit.gbac, '#/gbac');
    const { description = present.description, notes = present.notes } = edit;
    const change = { description, notes, ...guard };
    // Who may no longer see it must not find it either: searches go first.
    if (guard) await this.chains.guardNewest(present.chain, id, guard);
    if (!(await this.backups.change(id, present.revision, change)))
      throw staleRevision(edit.expected);
    const changed = { ...present, ...change, revision: present.revision + 1 };
    const [before, after] = [backupFacts(present), backupFacts(changed)];
    noteChange({ object: auditedBackup(changed), before, after });
    return changed;
  }

  /**
   * Deletes those of the backups that there are and that the caller may see; all or none.
   * @returns how many were deleted.
   * @throws AppError `forbidden` for one that the caller may see and not change.
   */
  async removeAll(ids: readonly string[], principal: Principal): Promise<number> {
    const chains = new Map<string, StoredBackup[]>();
    for (const id of new Set(ids)) {
      const found = await this.lookup.removable(id, principal);
      if (found) chains.set(found.chain, [...(chains.get(found.chain) ?? []), found]);
    }
    let deleted = 0;
    for (const [chain, some] of chains) {
      deleted += await this.pruner.remove(chain, some);
      for (const one of some)
        noteChange({ object: auditedBackup(one), before: backupFacts(one), after: null });
    }
    return deleted;
  }

  /**
   * Groups as somebody writes them.
   * @throws AppError `invalid-input` for groups that are not here.
   */
  async guard(written: unknown, pointer: string): Promise<GuardedRecord> {
    const reading = readGbac(written as JsonValue, pointer); // a part of a parsed JSON body
    if (reading.kind === 'refused') throw invalidInput(reading.faults);
    const { gbac, unknown } = await this.groups.resolveGbac(reading.references);
    if (unknown.length === 0) return guarded(gbac);
    const named = unknown.map(groupInWords).join(', ');
    throw invalidInput([{ pointer, detail: `names groups that are not here: ${named}` }]);
  }
}
