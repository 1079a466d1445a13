import { Body, Controller, Param } from '@nestjs/common';
import { CurrentCredential } from '../../../api/access/current-credential.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { SessionEndingsService } from './session-endings.service.js';
import { SessionListService } from './session-list.service.js';
import {
  EndSessionsAnswer,
  EndSessionsRequest,
  ListSessionsAnswer,
  ListSessionsQuery,
} from './sessions.dto.js';
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
    @QueryObject() query: ListSessionsQuery,
    @CurrentCredential() { principal, sessionId }: Authenticated,
  ): Promise<ListSessionsAnswer> {
    const { skip = 0, limit = LIST_LIMIT_DEFAULT } = query;
    const { items, total } = await this.sessions.list(query, { skip, limit }, principal);
    return { results: items.map((shown) => toSessionAnswer(shown, sessionId)), total };
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
