import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ListTotalsModule } from '../../../platform/database/list-totals.module.js';
import { BackupIntake } from './backup-intake.service.js';
import { BackupListsRepository } from './backup-lists.repository.js';
import { BackupSweep } from './backup-sweep.service.js';
import { BackupTexts } from './backup-texts.service.js';
import {
  BACKUP_MODEL,
  backupSchema,
  CHAIN_MODEL,
  CHAIN_SECRET_MODEL,
  chainSchema,
  chainSecretSchema,
  SEGMENT_MODEL,
  segmentSchema,
} from './backup.schema.js';
import { BackupsRepository } from './backups.repository.js';
import { ChainPruner } from './chain-pruner.service.js';
import { ChainReader } from './chain-reader.service.js';
import { ChainSecrets } from './chain-secrets.service.js';
import { ChainSecretsRepository } from './chain-secrets.repository.js';
import { ChainStore } from './chain-store.service.js';
import { ChainsRepository } from './chains.repository.js';
import { UnfinishedBackups } from './unfinished-backups.service.js';

const MODELS = [
  { name: BACKUP_MODEL, schema: backupSchema },
  { name: CHAIN_MODEL, schema: chainSchema },
  { name: SEGMENT_MODEL, schema: segmentSchema },
  { name: CHAIN_SECRET_MODEL, schema: chainSecretSchema },
];

/**
 * The store of configurations: versions, their texts and secrets. Owns the collections `backups`,
 * `backup.chains`, `backup.segments` and `backup.secrets`.
 */
@Module({
  imports: [MongooseModule.forFeature(MODELS), ListTotalsModule],
  providers: [
    BackupIntake,
    BackupListsRepository,
    BackupsRepository,
    BackupSweep,
    BackupTexts,
    ChainPruner,
    ChainReader,
    ChainSecrets,
    ChainSecretsRepository,
    ChainsRepository,
    ChainStore,
    UnfinishedBackups,
  ],
  exports: [
    BackupIntake,
    BackupListsRepository,
    BackupsRepository,
    BackupSweep,
    BackupTexts,
    ChainPruner,
    ChainReader,
    ChainsRepository,
  ],
})
export class BackupStoreModule {}
