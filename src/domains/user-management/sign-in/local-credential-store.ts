import { Injectable } from '@nestjs/common';
import { type Caller } from '../../../platform/auth/caller.js';
import { type Authenticated, CredentialStore } from '../../../platform/auth/credential-store.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { readAuthenticationSettings } from '../identities/authentication-settings.js';
import { BasicCredentialsService } from './basic-credentials.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** The credentials of this domain: sessions, and names with passwords. */
@Injectable()
export class LocalCredentialStore extends CredentialStore {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly sessions: SessionsService,
    private readonly basics: BasicCredentialsService,
  ) {
    super();
  }

  override async cookieName(): Promise<string> {
    const { document } = await this.profiles.active();
    return readAuthenticationSettings(document).cookieName;
  }

  override byToken(token: string): Promise<Authenticated | null> {
    return this.sessions.find(token);
  }

  override byPassword(
    username: string,
    password: string,
    caller: Caller,
  ): Promise<Authenticated | null> {
    return this.basics.find(username, password, caller);
  }
}
