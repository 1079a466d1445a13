import { Controller, Headers, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { CurrentCaller } from '../../../api/access/current-caller.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import { sessionCookie } from '../sign-in/session-cookie.js';
import { OpenIdAnswerQuery, OpenIdSignInQuery } from './external-sign-in.dto.js';
import { flowCookie, forgottenFlowCookie, sealedFlow } from './flow-cookie.js';
import { answerOf, returnToOf } from './open-id-query.js';
import { type Arrival, OpenIdSignInService } from './open-id-sign-in.service.js';

/** Signing in with an identity of somebody else. Browsers come here; both answers send them on. */
@Controller()
export class ExternalSignInController {
  constructor(private readonly signIn: OpenIdSignInService) {}

  @Operation('openIdSignIn')
  async openIdSignIn(
    @QueryObject() query: OpenIdSignInQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { url, sealed } = await this.signIn.begin(returnToOf(query));
    reply.header('set-cookie', flowCookie(sealed, caller.secure)).header('location', url);
  }

  @Operation('openIdCallback')
  async openIdCallback(
    @QueryObject() query: OpenIdAnswerQuery,
    @Headers('cookie') cookies: string | undefined,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    noteHeader('Set-Cookie', forgottenFlowCookie(caller.secure));
    sendOn(reply, await this.signIn.finish(answerOf(query), sealedFlow(cookies), caller), caller);
  }
}

/** The forgotten cookie of the flow goes out beside it: headers of a reply and noted ones add up. */
function sendOn(reply: FastifyReply, { signedIn, returnTo }: Arrival, caller: Caller): void {
  const cookie = sessionCookie(signedIn.cookieName, signedIn.token, caller.secure);
  reply.header('set-cookie', cookie).header('location', returnTo);
}
