import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { RefusalRecordsService } from './refusal-records.service.js';
import { RefusedSignInsService } from './refused-sign-ins.service.js';
import { RequestAuditService } from './request-audit.service.js';

/** Audit entries of requests. */
@Module({})
export class RequestAuditModule {
  /** @param portsModule the module that exports `AuditSwitch` and `KnownAccounts`. */
  static over(portsModule: Type): DynamicModule {
    return {
      module: RequestAuditModule,
      imports: [portsModule, SchedulingModule],
      providers: [RefusalRecordsService, RefusedSignInsService, RequestAuditService],
      exports: [RequestAuditService],
    };
  }
}
