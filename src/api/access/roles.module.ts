import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ResourceCredentialsModule } from '../../platform/auth/resource-credentials.module.js';
import { SwitchesModule } from '../../platform/switches/switches.module.js';
import { ApplicationStateGuard } from './application-state.guard.js';
import { ResourceCredentialGuard } from './resource-credential.guard.js';
import { RolesGuard } from './roles.guard.js';

/**
 * Who may call what, and whether it can be called now. The guards are global; the module is imported
 * after that of the rate limit, so that requests without the role count as well.
 */
@Module({
  imports: [ResourceCredentialsModule, SwitchesModule],
  providers: [
    { provide: APP_GUARD, useClass: ResourceCredentialGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
    { provide: APP_GUARD, useClass: ApplicationStateGuard },
  ],
})
export class RolesModule {}
