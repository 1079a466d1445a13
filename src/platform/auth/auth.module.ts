import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { CredentialStrategies } from './credential-strategies.js';
import { BasicStrategy } from './strategies/basic.strategy.js';
import { BearerStrategy } from './strategies/bearer.strategy.js';
import { CookieStrategy } from './strategies/cookie.strategy.js';
import { QueryTokenStrategy } from './strategies/query-token.strategy.js';

/** One passport strategy per form of identity, over the credential store of a domain. */
@Module({})
export class AuthModule {
  /** @param storeModule the module that exports `CredentialStore`. */
  static over(storeModule: Type): DynamicModule {
    return {
      module: AuthModule,
      imports: [storeModule],
      providers: [
        BearerStrategy,
        BasicStrategy,
        CookieStrategy,
        QueryTokenStrategy,
        CredentialStrategies,
      ],
      exports: [CredentialStrategies, storeModule],
    };
  }
}
