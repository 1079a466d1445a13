import { Body, Controller, Param } from '@nestjs/common';
import { CurrentCredential } from '../../../api/access/current-credential.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { type Page } from '../../../kernel/page.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { SessionEndingsService } from './session-endings.service.js';
import { type CredentialPart, type ScopeRequest } from './credential-scope.js';
import { SESSION_LIST } from './session-list.js';
import { SessionListService, type ShownSession } from './session-list.service.js';
import { EndSessionsAnswer, EndSessionsRequest, ListSessionsAnswer } from './sessions.dto.js';
import { toSessionAnswer } from './to-session-answer.js';

/** Who is signed in, and ending that. */
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionListService,
    private readonly endings: SessionEndingsService,
  ) {}

  @Operation('listSessions', ListSessionsAnswer)
  async listSessions(
    @ListOptions(SESSION_LIST) list: ListRequest<ScopeRequest>,
    @CurrentCredential() { principal, sessionId }: Authenticated,
  ): Promise<ListSessionsAnswer> {
    const read = (part: CredentialPart): Promise<Page<ShownSession>> =>
      this.sessions.list(part, principal);
    const { items, total } = await pageOf(list, read, (one) => toSessionAnswer(one, sessionId));
    return { results: items, total };
  }

  @Operation('endSession')
  async endSession(
    @Param('id') id: string,
    @CurrentCredential() credential: Authenticated,
  ): Promise<void> {
    await this.endings.end(id, credential);
  }

  @Operation('endSessions', EndSessionsAnswer)
  async endSessions(
    @Body() body: EndSessionsRequest,
    @CurrentCredential() credential: Authenticated,
  ): Promise<EndSessionsAnswer> {
    return { ended: await this.endings.endAll(body, credential) };
  }
}
