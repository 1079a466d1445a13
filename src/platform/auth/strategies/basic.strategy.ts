import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { type Caller } from '../caller.js';
import { type Authenticated, CredentialStore } from '../credential-store.js';
import { type PresentedPassword } from '../presented-credential.js';
import { CredentialStrategy } from './credential-strategy.js';

/** `Authorization: Basic`: name and password with every request. */
@Injectable()
export class BasicStrategy extends PassportStrategy(CredentialStrategy) {
  constructor(private readonly store: CredentialStore) {
    super('basic');
  }

  override validate(
    { username, password }: PresentedPassword,
    caller: Caller,
  ): Promise<Authenticated | null> {
    return this.store.byPassword(username, password, caller);
  }
}
