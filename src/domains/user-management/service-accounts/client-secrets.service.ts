import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { newClientSecret, tokenKey } from '../../../platform/auth/token.js';
import { type Account } from '../stored/account.js';
import { ClientSecretsRepository } from './client-secrets.repository.js';
import { type IssuedServiceAccount, type ServiceAccount } from './service-account.js';

/** Gives service accounts their secrets and takes them away. */
@Injectable()
export class ClientSecretsService {
  constructor(
    private readonly secrets: ClientSecretsRepository,
    private readonly clock: Clock,
  ) {}

  /** Gives the account a new secret; the one before, if there was any, opens nothing from now on. */
  async give(account: Account): Promise<IssuedServiceAccount> {
    const clientSecret = newClientSecret();
    const secret = { secretHash: tokenKey(clientSecret), created: this.clock.now() };
    await this.secrets.put({ _id: account._id, ...secret });
    return { account, secret, clientSecret };
  }

  /**
   * Gives the account another secret and ends the access tokens that were issued for the one before.
   * The secret goes first: what is issued in between is issued for the revision that ends.
   * @throws AppError `not-found` when the account has gone meanwhile.
   */
  async renew(account: Account): Promise<IssuedServiceAccount> {
    const issued = await this.give(account);
    const changed = await this.secrets.endIssued(account._id, this.clock.now());
    if (!changed) throw notFound('Service account', account._id);
    return { ...issued, account: changed };
  }

  async remove(clientId: string): Promise<void> {
    await this.secrets.remove(clientId);
  }

  /** The accounts with what is known of their secrets. */
  async show(accounts: readonly Account[]): Promise<readonly ServiceAccount[]> {
    const secrets = await this.secrets.findAll(accounts.map(({ _id }) => _id));
    return accounts.map((account) => ({ account, secret: secrets.get(account._id) ?? null }));
  }
}
