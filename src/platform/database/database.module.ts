import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import mongoose, { type Connection } from 'mongoose';
import { findConnectionOptions, READING_MAX_MS } from './connection-options.js';
import { DatabaseProbe } from './database.probe.js';
import { DatabaseLauncher } from './launcher/database-launcher.js';
import { ExternalLauncher } from './launcher/external.launcher.js';
import { NamedLocks } from './named-locks.js';

/**
 * A filter never takes operators from outside, a field that no schema knows is a defect, and no filter keeps the
 * database busy for long. A closed connection is removed from Mongoose's list, which would keep all its models.
 */
function setUp(connection: Connection): void {
  connection.set('maxTimeMS', READING_MAX_MS);
  connection.set('sanitizeFilter', true);
  // Mongoose reads this one from its instance and from schemas, not from connections.
  mongoose.set('strictQuery', 'throw');
  connection.once('close', (isForced?: boolean) => {
    void connection.destroy(isForced);
  });
}

/**
 * The connection to the database, locks in it, and whether it answers (global: every repository needs it).
 * The launcher is what brought the database up; without one it is a server of others.
 */
@Global()
@Module({})
export class DatabaseModule {
  static with(uri: string, launcher: DatabaseLauncher = new ExternalLauncher(uri)): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        MongooseModule.forRootAsync({
          useFactory: async () => ({
            uri,
            ...(await findConnectionOptions(uri)),
            retryAttempts: 0, // the look at the server has waited for it
            onConnectionCreate: setUp,
          }),
        }),
      ],
      providers: [DatabaseProbe, NamedLocks, { provide: DatabaseLauncher, useValue: launcher }],
      exports: [DatabaseProbe, NamedLocks],
    };
  }
}
