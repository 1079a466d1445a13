import { Injectable } from '@nestjs/common';
import { mayCall } from '../../../api/access/may-call.js';
import { AccountNamesService } from '../../user-management/accounts/account-names.service.js';
import { AccountPrincipalsService } from '../../user-management/identities/account-principals.service.js';
import { mayWork } from './task-access.js';
import { type StoredManualTask, type TaskOwner } from './stored-manual-task.js';

/** Who can be given a task. */
@Injectable()
export class TaskAssigneesService {
  constructor(
    private readonly accounts: AccountNamesService,
    private readonly principals: AccountPrincipalsService,
  ) {}

  /**
   * The account of this id or name; undefined when it may not work the task. Whoever is gone is treated as
   * who may not: which accounts there are is nobody's business here.
   */
  async find(mention: string, task: StoredManualTask): Promise<TaskOwner | undefined> {
    const named = (await this.accounts.findMentioned([mention])).get(mention);
    const account = named && (await this.principals.find(named.id, null));
    if (!account || !mayWork(account, task)) return undefined;
    if (!mayCall(account, 'finishManualTask')) return undefined;
    return { id: account.id, username: account.username };
  }
}
