import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import passport from 'passport';
import { type CredentialForm } from './presented-credential.js';
import { BasicStrategy } from './strategies/basic.strategy.js';
import { BearerStrategy } from './strategies/bearer.strategy.js';
import { CookieStrategy } from './strategies/cookie.strategy.js';
import { QueryTokenStrategy } from './strategies/query-token.strategy.js';

/** The strategies of one application: passport knows each by the name given here, until the application ends. */
@Injectable()
export class CredentialStrategies implements OnApplicationShutdown {
  readonly names: Readonly<Record<CredentialForm, string>>;

  constructor(
    bearer: BearerStrategy,
    basic: BasicStrategy,
    cookie: CookieStrategy,
    queryToken: QueryTokenStrategy,
  ) {
    this.names = {
      bearer: bearer.name,
      basic: basic.name,
      cookie: cookie.name,
      'query-token': queryToken.name,
    };
  }

  onApplicationShutdown(): void {
    for (const name of Object.values(this.names)) passport.unuse(name);
  }
}
