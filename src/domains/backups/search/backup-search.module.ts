import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import {
  BACKUP_MODEL,
  backupSchema,
  CHAIN_MODEL,
  chainSchema,
  SEGMENT_MODEL,
  segmentSchema,
} from '../store/backup.schema.js';
import { BackupStoreModule } from '../store/backup-store.module.js';
import { BackupSearchController } from './backup-search.controller.js';
import { BackupSearchService } from './backup-search.service.js';
import { HistorySearchService } from './history-search.service.js';
import { NewestSearchService } from './newest-search.service.js';
import { SearchCursorsService } from './search-cursor.service.js';
import { SearchedChainsRepository } from './searched-chains.repository.js';

/** What searches read, and never write. */
const MODELS = [
  { name: BACKUP_MODEL, schema: backupSchema },
  { name: CHAIN_MODEL, schema: chainSchema },
  { name: SEGMENT_MODEL, schema: segmentSchema },
];

/** Looking for text in the configurations of all devices: `/configuration_manager/backups/search`. */
@Module({
  imports: [MongooseModule.forFeature(MODELS), BackupStoreModule],
  controllers: [BackupSearchController],
  providers: [
    BackupSearchService,
    HistorySearchService,
    NewestSearchService,
    SearchCursorsService,
    SearchedChainsRepository,
  ],
})
export class BackupSearchModule {}
