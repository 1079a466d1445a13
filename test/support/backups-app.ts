import { randomBytes } from 'node:crypto';
import { Global, Module, type Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { BackupStoreModule } from '../../src/domains/backups/store/backup-store.module.js';
import { type TakenBackup } from '../../src/domains/backups/store/backup-intake.service.js';
import { Clock } from '../../src/kernel/clock.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { SECRET_KEY_BYTES, SecretBox } from '../../src/platform/secrets/secret-box.js';
import { SystemModule } from '../../src/platform/system/system.module.js';

const box = new SecretBox([randomBytes(SECRET_KEY_BYTES)]);

@Global()
@Module({ providers: [{ provide: SecretBox, useValue: box }], exports: [SecretBox] })
class TestSecretsModule {}

/** The store of backups without the rest of the platform: one node over a database. */
export async function backupsNode(
  uri: string,
  clock: Clock,
  more: readonly Type[] = [],
): Promise<TestingModule> {
  const builder = Test.createTestingModule({
    imports: [
      SystemModule,
      DatabaseModule.with(uri),
      TestSecretsModule,
      BackupStoreModule,
      ...more,
    ],
  });
  const node = await builder.overrideProvider(Clock).useValue(clock).compile();
  return node.init();
}

/** A configuration that was taken from a device; later ones have a later date. */
export function aTakenBackup(more: Partial<TakenBackup> & { readonly at?: number }): TakenBackup {
  const { at = 0, ...given } = more;
  return {
    deviceId: null,
    name: 'core-1',
    type: 'cisco-ios',
    provider: 'test',
    gbac: { read: [], write: [] },
    rawConfig: 'hostname core-1\n',
    takenAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
    by: null,
    ...given,
  };
}
