import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { findPage } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
import { type Session } from './session.js';
import { SESSION_MODEL } from './session.schema.js';

const ACCOUNTS_BY_AGE = 'account_1_created_-1__id_1_expires_1';
const ALL_BY_AGE = 'created_-1__id_1_expires_1';

/** That a session was used, and until when that keeps it alive. */
export interface RecordedUse {
  readonly _id: string;
  readonly lastSeen: Date;
  /** Null when a use does not put off the end. */
  readonly expires: Date | null;
}

/** Which sessions are listed: those of one account or, with null, of all. */
export interface SessionFilter {
  readonly account: string | null;
  /** Those that end later than this. */
  readonly after: Date;
}

/** The collection of sessions. */
@Injectable()
export class SessionsRepository {
  constructor(@InjectModel(SESSION_MODEL) private readonly sessions: Model<Session>) {}

  async insert(session: Session): Promise<void> {
    await this.sessions.create(session);
  }

  async findByTokenKey(tokenKey: string): Promise<Session | null> {
    return this.sessions.findOne({ tokenKey }).lean<Session>();
  }

  /** Records uses in one round trip. A session that has ended meanwhile stays ended. */
  async recordUses(uses: readonly RecordedUse[]): Promise<void> {
    if (uses.length === 0) return;
    await this.sessions.bulkWrite(
      uses.map(({ _id, lastSeen, expires }) => ({
        // The latest use counts, whichever node reports first.
        updateOne: { filter: { _id }, update: { $max: { lastSeen, ...(expires && { expires }) } } },
      })),
      { ordered: false },
    );
  }

  /** Ends the session; null when it had ended already. */
  async remove(id: string): Promise<Session | null> {
    return this.sessions.findOneAndDelete({ _id: id }).lean<Session>();
  }

  async findById(id: string): Promise<Session | null> {
    return this.sessions.findOne({ _id: id }).lean<Session>();
  }

  /** A part of the sessions that have not ended, by their beginning. */
  async list(
    { account, after }: SessionFilter,
    { filter, order, ...part }: StoredList,
  ): Promise<Page<Session>> {
    const ofAccount = account === null ? {} : { account };
    const conditions = allOf([ofAccount, { expires: trusted({ $gt: after }) }, filter]);
    const hint = account === null ? ALL_BY_AGE : ACCOUNTS_BY_AGE;
    const sort = { created: order, _id: order === 1 ? -1 : 1 } as const;
    return findPage(this.sessions, conditions, part, { sort, hint });
  }

  /** Every session of the account. */
  async findOfAccount(account: string): Promise<readonly Session[]> {
    return this.sessions.find({ account }).hint(ACCOUNTS_BY_AGE).lean<Session[]>();
  }

  /** Ends these sessions. @returns how many had not ended already. */
  async removeAll(ids: readonly string[]): Promise<number> {
    const { deletedCount } = await this.sessions.deleteMany({ _id: trusted({ $in: ids }) });
    return deletedCount;
  }

  /** Ends the sessions of the account that began before the one with this number. */
  async removeOlder(account: string, serial: number): Promise<void> {
    await this.sessions.deleteMany(
      { account, serial: trusted({ $lt: serial }) },
      { hint: { account: 1, serial: 1 } },
    );
  }

  async removeExpired(before: Date): Promise<void> {
    await this.sessions.deleteMany({ expires: trusted({ $lt: before }) });
  }
}
