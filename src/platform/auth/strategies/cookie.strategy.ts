import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { type Caller } from '../caller.js';
import { type Authenticated, CredentialStore } from '../credential-store.js';
import { type PresentedToken } from '../presented-credential.js';
import { CredentialStrategy } from './credential-strategy.js';

/** The cookie that signing in sets. */
@Injectable()
export class CookieStrategy extends PassportStrategy(CredentialStrategy) {
  constructor(private readonly store: CredentialStore) {
    super('cookie');
  }

  override validate({ token }: PresentedToken, caller: Caller): Promise<Authenticated | null> {
    return this.store.byToken(token, caller);
  }
}
