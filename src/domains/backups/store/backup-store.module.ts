import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ListTotalsModule } from '../../../platform/database/list-totals.module.js';
import { BackupIntakeService } from './backup-intake.service.js';
import { BackupListsRepository } from './backup-lists.repository.js';
import { BackupSweepService } from './backup-sweep.service.js';
import { BackupTextsService } from './backup-texts.service.js';
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
import { ChainPrunerService } from './chain-pruner.service.js';
import { ChainReaderService } from './chain-reader.service.js';
import { ChainSecretsService } from './chain-secrets.service.js';
import { ChainSecretsRepository } from './chain-secrets.repository.js';
import { ChainStoreService } from './chain-store.service.js';
import { ChainsRepository } from './chains.repository.js';

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
    BackupIntakeService,
    BackupListsRepository,
    BackupsRepository,
    BackupSweepService,
    BackupTextsService,
    ChainPrunerService,
    ChainReaderService,
    ChainSecretsService,
    ChainSecretsRepository,
    ChainsRepository,
    ChainStoreService,
  ],
  exports: [
    BackupIntakeService,
    BackupListsRepository,
    BackupsRepository,
    BackupSweepService,
    BackupTextsService,
    ChainPrunerService,
    ChainReaderService,
    ChainsRepository,
  ],
})
export class BackupStoreModule {}
