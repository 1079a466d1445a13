import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Account } from '../stored/account.js';
import { ACCOUNT_MODEL } from '../stored/account.schema.js';
import { type ClientSecret } from './client-secret.js';
import { CLIENT_SECRET_MODEL } from './client-secret.schema.js';

/** The collection of client secrets, and what their renewal changes about accounts. */
@Injectable()
export class ClientSecretsRepository {
  constructor(
    @InjectModel(CLIENT_SECRET_MODEL) private readonly secrets: Model<ClientSecret>,
    @InjectModel(ACCOUNT_MODEL) private readonly accounts: Model<Account>,
  ) {}

  async find(clientId: string): Promise<ClientSecret | null> {
    return this.secrets.findOne({ _id: clientId }).lean<ClientSecret>();
  }

  async findAll(clientIds: readonly string[]): Promise<ReadonlyMap<string, ClientSecret>> {
    const found = await this.secrets
      .find({ _id: trusted({ $in: clientIds }) })
      .lean<ClientSecret[]>();
    return new Map(found.map((secret) => [secret._id, secret]));
  }

  /** Puts the secret in the place of the one before, if there was any. */
  async put({ _id, ...secret }: ClientSecret): Promise<void> {
    await this.secrets.updateOne({ _id }, { $set: secret }, { upsert: true });
  }

  async remove(clientId: string): Promise<void> {
    await this.secrets.deleteOne({ _id: clientId });
  }

  /**
   * Ends everything that was issued for the secret before; null when the account has gone.
   * @returns the account as it is now.
   */
  async endIssued(clientId: string, now: Date): Promise<Account | null> {
    return this.accounts
      .findOneAndUpdate(
        { _id: clientId, isServiceAccount: true },
        { $inc: { credentialRevision: 1, revision: 1 }, $set: { '_meta.updated': now } },
        { returnDocument: 'after' },
      )
      .lean<Account>();
  }
}
