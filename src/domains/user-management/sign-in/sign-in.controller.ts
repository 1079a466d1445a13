import { Body, Controller } from '@nestjs/common';
import { CurrentCaller } from '../../../api/access/current-caller.decorator.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { CurrentSession } from '../../../api/access/current-session.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import { assertLogout, loginCredentials } from './login-credentials.js';
import { forgottenCookie, sessionCookie } from './session-cookie.js';
import { LoginRequest, LogoutByQuery, WhoAmIAnswer } from './sign-in.dto.js';
import { SignInService } from './sign-in.service.js';
import { type WhoAmI, whoAmI } from '../identities/who-am-i.js';

/** Signing in, signing out, and asking who one is. */
@Controller()
export class SignInController {
  constructor(private readonly signIn: SignInService) {}

  @Operation('login')
  async login(@Body() body: LoginRequest, @CurrentCaller() caller: Caller): Promise<string> {
    const credentials = loginCredentials(body);
    const { token, cookieName } = await this.signIn.signIn(credentials, caller, body.envelope);
    noteHeader('Set-Cookie', sessionCookie(cookieName, token, caller.secure));
    noteHeader('Cache-Control', 'no-store');
    return token;
  }

  @Operation('logoutByQuery')
  async logoutByQuery(
    @QueryObject() { logout }: LogoutByQuery,
    @CurrentSession() sessionId: string | null,
    @CurrentCaller() caller: Caller,
  ): Promise<string> {
    assertLogout(logout);
    return this.logout(sessionId, caller);
  }

  @Operation('logout')
  async logout(
    @CurrentSession() sessionId: string | null,
    @CurrentCaller() caller: Caller,
  ): Promise<string> {
    const cookieName = await this.signIn.signOut(sessionId);
    noteHeader('Set-Cookie', forgottenCookie(cookieName, caller.secure));
    return 'Signed out';
  }

  @Operation('whoami', WhoAmIAnswer)
  whoami(@CurrentPrincipal() principal: Principal): WhoAmI {
    return whoAmI(principal);
  }
}
