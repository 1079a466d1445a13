import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { AuthenticationGuard } from './authentication.guard.js';
import { CredentialReader } from './credential-reader.js';

/** Finds out who calls; the guard is global and runs first. What callers may do, `RolesModule` decides. */
@Module({})
export class AccessModule {
  /** @param storeModule the module that exports `CredentialStore`. */
  static over(storeModule: Type): DynamicModule {
    return {
      module: AccessModule,
      imports: [AuthModule.over(storeModule)],
      providers: [CredentialReader, { provide: APP_GUARD, useClass: AuthenticationGuard }],
      exports: [CredentialReader],
    };
  }
}
