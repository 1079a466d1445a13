import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { invalidInput, notFound } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { AttemptsService } from '../sign-in/attempts.service.js';
import { type AccountChanges, UserRecordsService } from '../records/user-records.service.js';
import { type Account } from '../stored/account.js';
import { accountChange } from './account-change.js';
import { type AccountRequest, AccountWritesService } from './account-writes.service.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { AdminGuardService } from './admin-guard.service.js';

/** Accounts: made, changed and removed, by callers who may, as long as an administrator remains. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly records: UserRecordsService,
    private readonly writes: AccountWritesService,
    private readonly guard: AdminGuardService,
    private readonly attempts: AttemptsService,
  ) {}

  /** @throws AppError `not-found` */
  async get(id: string): Promise<Account> {
    const found = await this.accounts.findById(id);
    if (!found) throw notFound('Account', id);
    return found;
  }

  /**
   * Adds an account of this platform, or with `scim` one that a SCIM client makes.
   * @param password null for accounts that no password opens
   * @throws AppError `invalid-input` for unknown groups and roles and for bad passwords; `forbidden`
   *   when it would have roles that the caller does not hold; `conflict` when the name is taken.
   */
  async create(
    username: string,
    password: string | null,
    request: AccountRequest,
  ): Promise<Account> {
    assertNotLocking(request);
    const wanted = await this.writes.forNew(username.trim(), password, request);
    const added = await this.records.addAccount(wanted);
    noteChange(accountChange(null, added));
    return added;
  }

  /**
   * @throws AppError `not-found`, `invalid-input`, `forbidden`, `conflict` also when no administrator
   *   would remain, `precondition-failed`.
   */
  async update(
    id: string,
    request: AccountRequest,
    expected: number | undefined,
  ): Promise<Account> {
    assertNotLocking(request);
    const present = await this.get(id);
    const changes = await this.writes.forChange(present, request);
    assertRevision(present.revision, expected);
    const write = (): Promise<Account> => this.records.changeAccount(present, changes, expected);
    const intended = { ...present, ...changes };
    const changed = takesAway(present, changes)
      ? await this.guard.whileAdminRemains({ account: { id, as: intended } }, write)
      : await write();
    if (request.write.locked === false) await this.attempts.forgive(present.usernameFolded);
    noteChange(accountChange(present, changed));
    return changed;
  }

  /**
   * Removes the account; its sessions and tokens open nothing from then on.
   * @throws AppError `not-found`, `forbidden`, `conflict`, `precondition-failed`.
   */
  async remove(id: string, caller: Principal, expected: number | undefined): Promise<void> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    await this.writes.assertMayRemove(present, caller);
    await this.guard.whileAdminRemains({ account: { id, as: null } }, async () => {
      if (!(await this.accounts.remove(present))) throw staleRevision(expected);
    });
    noteChange(accountChange(present, null));
  }
}

/** Whether an administrator could be one no longer; accounts without a password are none that count. */
function takesAway(
  { passwordHash }: Account,
  { memberOf, assignedRoles, inactive }: AccountChanges,
): boolean {
  if (passwordHash === null) return false;
  return memberOf !== undefined || assignedRoles !== undefined || inactive === true;
}

function assertNotLocking({ write, pointer }: AccountRequest): void {
  if (write.locked !== true) return;
  const detail = 'must be false: failed sign-ins lock an account, and `inactive` closes it';
  throw invalidInput([{ pointer: `${pointer}/locked`, detail }]);
}
