import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Session } from './session.js';
import { SESSION_MODEL } from './session.schema.js';

/** That a session was used, and until when that keeps it alive. */
export interface RecordedUse {
  readonly _id: string;
  readonly lastSeen: Date;
  readonly expires: Date;
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
        updateOne: { filter: { _id }, update: { $max: { lastSeen, expires } } },
      })),
      { ordered: false },
    );
  }

  /** Ends the session; null when it had ended already. */
  async remove(id: string): Promise<Session | null> {
    return this.sessions.findOneAndDelete({ _id: id }).lean<Session>();
  }

  /** Ends the sessions of the account that began before the one with this number. */
  async removeOlder(account: string, serial: number): Promise<void> {
    await this.sessions.deleteMany({ account, serial: trusted({ $lt: serial }) });
  }

  async removeExpired(before: Date): Promise<void> {
    await this.sessions.deleteMany({ expires: trusted({ $lt: before }) });
  }
}
