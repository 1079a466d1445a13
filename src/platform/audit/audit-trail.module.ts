import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SchedulingModule } from '../scheduling/scheduling.module.js';
import { AUDIT_KEY_MODEL, auditKeySchema } from './audit-key.schema.js';
import { AuditKeysRepository } from './audit-keys.repository.js';
import { AuditKeysService } from './audit-keys.service.js';
import { AUDIT_RECORD_MODEL, auditRecordSchema } from './audit-record.schema.js';
import { AuditRecordsRepository } from './audit-records.repository.js';
import { AuditTrailService } from './audit-trail.service.js';
import { ChainWriter } from './chain-writer.js';

/**
 * The writing side of the audit trail (global: requests, commands and seeds all leave entries).
 * Owns the collections `audit_entries` and `audit_keys`.
 */
@Global()
@Module({
  imports: [
    SchedulingModule,
    MongooseModule.forFeature([
      { name: AUDIT_RECORD_MODEL, schema: auditRecordSchema },
      { name: AUDIT_KEY_MODEL, schema: auditKeySchema },
    ]),
  ],
  providers: [
    AuditKeysRepository,
    AuditKeysService,
    AuditRecordsRepository,
    AuditTrailService,
    ChainWriter,
  ],
  exports: [AuditKeysService, AuditRecordsRepository, AuditTrailService, MongooseModule],
})
export class AuditTrailModule {}
