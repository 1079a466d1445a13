import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { DatabaseLauncher, type DatabaseState } from './launcher/database-launcher.js';
import { databaseUnavailable } from './mongo-failures.js';

/** Longest wait for an answer; a readiness check that hangs is a failed one. */
const CHECK_TIMEOUT_MS = 2000;

/** Whether the database answers, for readiness and the status page. */
@Injectable()
export class DatabaseProbe {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly launcher: DatabaseLauncher,
  ) {}

  /** What the launcher knows; its `reason` names directories and is not for callers. */
  state(): DatabaseState {
    return this.launcher.state();
  }

  /** @throws AppError `unavailable` when the database does not answer within two seconds. */
  async check(): Promise<void> {
    const { db } = this.connection;
    if (!db) throw databaseUnavailable();
    try {
      await db.command({ ping: 1 }, { timeoutMS: CHECK_TIMEOUT_MS });
    } catch (error) {
      throw databaseUnavailable(error);
    }
  }
}
