import { Module } from '@nestjs/common';
import { CredentialReader } from '../../api/access/credential-reader.js';
import { StreamAdmission } from '../../api/access/stream-admission.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { OperationFollowsService } from './operation-follows.service.js';
import { OperationsController } from './operations.controller.js';
import { SeenOperationsRepository } from './seen-operations.repository.js';
import { SeenOperationsService } from './seen-operations.service.js';

/** `/admin/operations`: what the platform does for somebody who did not wait for the answer. */
@Module({
  imports: [SchedulingModule, UserManagementModule],
  controllers: [OperationsController],
  providers: [
    CredentialReader,
    OperationFollowsService,
    SeenOperationsService,
    SeenOperationsRepository,
    StreamAdmission,
  ],
})
export class OperationsModule {}
