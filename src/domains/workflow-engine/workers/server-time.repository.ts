import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';

/** Where there is a document to read the time beside, once the database was prepared. */
const LOCKS = 'platform.locks';

/** How long a comparison of the two clocks is good for. */
const FRESH_MS = 60_000;

/**
 * What time it is at the database: all nodes agree on it, however wrong their own clocks are. Between two
 * looks it goes on with a clock that never jumps.
 */
@Injectable()
export class ServerTimeRepository {
  #read: { readonly time: number; readonly at: number } | undefined;
  #reading: Promise<void> | undefined;

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** The time, or undefined while it is not known: then it is looked up. */
  now(): Date | undefined {
    const at = performance.now();
    if (!this.#read || at - this.#read.at > FRESH_MS) void this.refresh();
    return this.#read && new Date(this.#read.time + (at - this.#read.at));
  }

  /** Looks at the database's clock; a failure leaves what was known. */
  async refresh(): Promise<void> {
    this.#reading ??= this.#look().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #look(): Promise<void> {
    try {
      const locks = this.connection.db?.collection(LOCKS);
      const found = await locks?.findOne({}, { projection: { _id: 1, now: '$$NOW' } });
      const time: unknown = found?.['now'];
      if (time instanceof Date) this.#read = { time: time.getTime(), at: performance.now() };
    } catch {
      // The database is away: whatever waits for its time cannot be stored either.
    }
  }
}
