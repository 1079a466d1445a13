import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { type Caller } from '../caller.js';
import { type Authenticated, CredentialStore } from '../credential-store.js';
import { type PresentedToken } from '../presented-credential.js';
import { CredentialStrategy } from './credential-strategy.js';

/** `?token=`, for clients that can set neither header nor cookie. */
@Injectable()
export class QueryTokenStrategy extends PassportStrategy(CredentialStrategy) {
  constructor(private readonly store: CredentialStore) {
    super('query-token');
  }

  override validate({ token }: PresentedToken, caller: Caller): Promise<Authenticated | null> {
    return this.store.byToken(token, caller);
  }
}
