import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { BasicStrategy } from './strategies/basic.strategy.js';
import { BearerStrategy } from './strategies/bearer.strategy.js';
import { CookieStrategy } from './strategies/cookie.strategy.js';
import { QueryTokenStrategy } from './strategies/query-token.strategy.js';

const STRATEGIES = [BearerStrategy, BasicStrategy, CookieStrategy, QueryTokenStrategy];

/** One passport strategy per form of identity, over the credential store of a domain. */
@Module({})
export class AuthModule {
  /** @param storeModule the module that exports `CredentialStore`. */
  static over(storeModule: Type): DynamicModule {
    return {
      module: AuthModule,
      imports: [storeModule],
      providers: STRATEGIES,
      exports: [...STRATEGIES, storeModule],
    };
  }
}
