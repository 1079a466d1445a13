import { randomUUID } from 'node:crypto';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NOWHERE } from '../platform/audit/audit-entry.js';
import { AuditTrailService } from '../platform/audit/audit-trail.service.js';
import { type AuditedChange } from '../platform/request-context/audited-change.js';
import { Secret } from '../kernel/secret.js';
import { keyStateOf, wrongKeys } from '../platform/secrets/key-state.js';
import { keysInUse } from '../platform/secrets/keys-in-use.js';
import { SealedDocumentsRepository } from '../platform/secrets/sealed-documents.repository.js';
import { SecretBox } from '../platform/secrets/secret-box.js';
import { loadSecretKeys } from '../platform/secrets/secret-keys.js';
import { withDatabase } from '../platform/database/transfer/database-handle.js';
import { type Config } from '../platform/config/config.js';
import { withBorrowedDatabase } from '../platform/database/launcher/borrow-database.js';
import { EventPublisherService } from '../platform/events/event-publisher.service.js';
import { AppLogger } from '../platform/logging/app-logger.js';
import { NestLogger } from '../platform/logging/nest-logger.js';
import { withRequestContext } from '../platform/request-context/request-context.js';
import { CommandsModule } from './commands.module.js';

/** Boots the services over the database at hand, without HTTP, for the time of the work. */
export async function withServices<T>(
  config: Config,
  work: (services: INestApplicationContext) => Promise<T>,
): Promise<T> {
  return withBorrowedDatabase(config.data, ({ uri }) => withServicesOver(config, uri, work));
}

/** The same over a database that is at hand already. */
export async function withServicesOver<T>(
  config: Config,
  uri: string,
  work: (services: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const module = CommandsModule.with(await withKeysInUse(config, uri), uri);
  const services = await NestFactory.createApplicationContext(module, {
    abortOnError: false,
    // Standard output belongs to the answer of the command.
    logger: new NestLogger(new AppLogger({ ...config.logging, level: 'silent' })),
  });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/**
 * Between a new key and the restart of the nodes, commands go on with the key that the nodes know.
 * @throws ConfigError when none of the keys is one of this database: before anything is booted.
 */
async function withKeysInUse(config: Config, uri: string): Promise<Config> {
  const check = await withDatabase(uri, (db) => new SealedDocumentsRepository(db).findCheck());
  const keys = keysInUse(loadSecretKeys(config.data), check);
  if (keyStateOf(check, new SecretBox(keys)) === 'unreadable') throw wrongKeys();
  const secretsKeys = new Secret(keys.map((key) => key.toString('base64')).join());
  return { ...config, data: { ...config.data, secretsKeys } };
}

/**
 * Does work that changes something and leaves an entry in the audit trail, also when the work failed
 * after a part of it was done.
 * @param outcomeOf what the entry says of the result, beside the changes
 */
export async function audited<T>(
  services: INestApplicationContext,
  command: string,
  work: () => Promise<T>,
  outcomeOf?: (result: T) => string,
): Promise<T> {
  const trail = services.get(AuditTrailService, { strict: false });
  const events = services.get(EventPublisherService, { strict: false });
  const changes: AuditedChange[] = [];
  const origin = { ...NOWHERE, operation: command };
  const record = async (outcome: 'done' | 'failed', reason?: string): Promise<void> => {
    await events.publishChanges(changes, null);
    await trail.record({ kind: 'command', outcome, origin, changes, ...(reason && { reason }) });
  };
  try {
    const result = await withRequestContext(commandContext(command, changes), work);
    await record('done', outcomeOf?.(result));
    return result;
  } catch (error) {
    if (changes.length > 0) await record('failed');
    throw error;
  }
}

/** Services note their changes for the request in hand; a command is one to them. */
function commandContext(
  command: string,
  changes: AuditedChange[],
): Parameters<typeof withRequestContext>[0] {
  return {
    requestId: randomUUID(),
    operationId: command,
    principalId: undefined,
    headers: new Map(),
    changes,
    signInName: undefined,
  };
}
