import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../../src/api/idempotency/idempotency.module.js';
import { UserManagementModule } from '../../src/domains/user-management/user-management.module.js';

/** User management without HTTP. Its controllers take keys of idempotency, whose module is the application's. */
@Module({ imports: [IdempotencyModule, UserManagementModule] })
export class UsersDomain {}
