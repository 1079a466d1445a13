import { Module } from '@nestjs/common';
import { CredentialReader } from '../../api/access/credential-reader.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { OperationFollowsService } from './operation-follows.service.js';
import { OperationsController } from './operations.controller.js';
import { VisibleOperationsRepository } from './visible-operations.repository.js';
import { VisibleOperationsService } from './visible-operations.service.js';

/** `/admin/operations`: what the platform does for somebody who did not wait for the answer. */
@Module({
  imports: [SchedulingModule, UserManagementModule],
  controllers: [OperationsController],
  providers: [
    CredentialReader,
    OperationFollowsService,
    VisibleOperationsService,
    VisibleOperationsRepository,
  ],
})
export class OperationsModule {}
