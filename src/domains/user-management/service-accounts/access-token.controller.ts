import { Body, Controller, Headers } from '@nestjs/common';
import { CurrentCaller } from '../../../api/access/current-caller.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import { type IssuedToken } from '../sessions/sessions.service.js';
import { AccessTokenAnswer, AccessTokenRequest } from './access-token.dto.js';
import { clientCredentials } from './client-credentials.js';
import { ClientCredentialsService } from './client-credentials.service.js';

/** The token endpoint of OAuth 2, for programs. */
@Controller()
export class AccessTokenController {
  constructor(private readonly clients: ClientCredentialsService) {}

  @Operation('createAccessToken', AccessTokenAnswer)
  async createAccessToken(
    @Body() body: AccessTokenRequest,
    @Headers('authorization') authorization: string | undefined,
    @CurrentCaller() caller: Caller,
  ): Promise<AccessTokenAnswer> {
    const issued = await this.clients.issue(clientCredentials(authorization, body), caller);
    noteHeader('Cache-Control', 'no-store');
    return toAnswer(issued);
  }
}

function toAnswer({ token, lifetimeMs }: IssuedToken): AccessTokenAnswer {
  const seconds = Math.floor(lifetimeMs / 1000);
  return { access_token: token, token_type: 'Bearer', expires_in: seconds };
}
