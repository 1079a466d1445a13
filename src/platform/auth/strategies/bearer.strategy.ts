import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { type Caller } from '../caller.js';
import { type Authenticated, CredentialStore } from '../credential-store.js';
import { type PresentedToken } from '../presented-credential.js';
import { CredentialStrategy } from './credential-strategy.js';

/** An `Authorization: Bearer` token. */
@Injectable()
export class BearerStrategy extends PassportStrategy(CredentialStrategy) {
  constructor(private readonly store: CredentialStore) {
    super('bearer');
  }

  override validate({ token }: PresentedToken, caller: Caller): Promise<Authenticated | null> {
    return this.store.byToken(token, caller);
  }
}
