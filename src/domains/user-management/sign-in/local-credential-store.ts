import { Injectable } from '@nestjs/common';
import { type Caller } from '../../../platform/auth/caller.js';
import { type Authenticated, CredentialStore } from '../../../platform/auth/credential-store.js';
import { hasApiTokenForm } from '../../../platform/auth/token.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { readAuthenticationSettings } from '../stored/authentication-settings.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ApiTokensService } from '../tokens/api-tokens.service.js';
import { BasicCredentialsService } from './basic-credentials.service.js';

/** The credentials of this domain: sessions, API tokens, and names with passwords. */
@Injectable()
export class LocalCredentialStore extends CredentialStore {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly sessions: SessionsService,
    private readonly apiTokens: ApiTokensService,
    private readonly basics: BasicCredentialsService,
  ) {
    super();
  }

  override async cookieName(): Promise<string> {
    const { document } = await this.profiles.active();
    return readAuthenticationSettings(document).cookieName;
  }

  override byToken(token: string, caller: Caller): Promise<Authenticated | null> {
    return hasApiTokenForm(token) ? this.apiTokens.find(token, caller) : this.sessions.find(token);
  }

  override byPassword(
    username: string,
    password: string,
    caller: Caller,
  ): Promise<Authenticated | null> {
    return this.basics.find(username, password, caller);
  }
}
