import { Injectable } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository.js';

/** Which names are taken, for those who have to name an account and nothing else. */
@Injectable()
export class AccountNamesService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** The account with this name, as `foldText` makes it; null when there is none. */
  async find(usernameFolded: string): Promise<{
    readonly id: string;
    readonly username: string;
    readonly provenance: string;
  } | null> {
    const account = await this.accounts.findByName(usernameFolded);
    if (!account) return null;
    const { _id: id, username, provenance } = account;
    return { id, username, provenance };
  }
}
