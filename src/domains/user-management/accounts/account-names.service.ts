import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { AccountsRepository, type MentionedAccount } from '../stored/accounts.repository.js';

/** An account as others name it. */
export interface AccountName {
  readonly id: string;
  readonly username: string;
  readonly provenance: string;
}

/** Which names are taken, for those who have to name an account and nothing else. */
@Injectable()
export class AccountNamesService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** The account with this name, as `foldText` makes it; null when there is none. */
  async find(usernameFolded: string): Promise<AccountName | null> {
    const account = await this.accounts.findByName(usernameFolded);
    if (!account) return null;
    return toName(account);
  }

  /**
   * The accounts that documents mention by id or by username, under what they are mentioned by; two
   * queries however many there are. Who is gone is not in the answer.
   */
  async findMentioned(mentions: readonly string[]): Promise<ReadonlyMap<string, AccountName>> {
    const wanted = [...new Set(mentions)];
    if (wanted.length === 0) return new Map();
    const accounts = await this.accounts.findMentioned(wanted, wanted.map(foldText));
    const byId = new Map(accounts.map((account) => [account._id, account]));
    const byName = new Map(accounts.map((account) => [account.usernameFolded, account]));
    return new Map(
      wanted.flatMap((mention) => {
        const account = byId.get(mention) ?? byName.get(foldText(mention));
        return account ? [[mention, toName(account)] as const] : [];
      }),
    );
  }
}

function toName({ _id: id, username, provenance }: MentionedAccount): AccountName {
  return { id, username, provenance };
}
