import { Module } from '@nestjs/common';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { ScimDescriptionsController } from './scim-descriptions.controller.js';
import { ScimGroupsController } from './scim-groups.controller.js';
import { ScimGroupsService } from './scim-groups.service.js';
import { ScimSearchController } from './scim-search.controller.js';
import { ScimUsersController } from './scim-users.controller.js';
import { ScimUsersService } from './scim-users.service.js';

/** SCIM 2.0: users and groups of a directory, kept as accounts and groups of user management. */
@Module({
  imports: [UserManagementModule],
  controllers: [
    ScimDescriptionsController,
    ScimSearchController,
    ScimUsersController,
    ScimGroupsController,
  ],
  providers: [ScimUsersService, ScimGroupsService],
})
export class ScimModule {}
