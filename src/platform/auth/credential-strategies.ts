import { Injectable } from '@nestjs/common';
import { type CredentialForm } from './presented-credential.js';
import { BasicStrategy } from './strategies/basic.strategy.js';
import { BearerStrategy } from './strategies/bearer.strategy.js';
import { CookieStrategy } from './strategies/cookie.strategy.js';
import { QueryTokenStrategy } from './strategies/query-token.strategy.js';

/** The strategies of one application: passport knows each by the name given here. */
@Injectable()
export class CredentialStrategies {
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
}
