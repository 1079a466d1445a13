import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { OwnCredentialsModule } from '../../platform/auth/own-credentials.module.js';
import { OwnCredentialGuard } from './own-credential.guard.js';
import { RolesGuard } from './roles.guard.js';

/**
 * Who may call what. The guard is global; the module is imported after that of the rate limit, so
 * that requests without the role count as well.
 */
@Module({
  imports: [OwnCredentialsModule],
  providers: [
    { provide: APP_GUARD, useClass: OwnCredentialGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
})
export class RolesModule {}
